Object.assign(Documentation.TRANSLATIONS, {
    ", in ": ", беті: ",
    "Hide Search Matches": "Белгілеуді алып тастау",
    "Preparing search...": "Іздеу дайындалуда…",
    "Search Results": "Іздеу нәтижелері",
    "Search finished, found one page matching the search query.": [
        "Іздеу аяқталды: бір бет табылды.",
        "Іздеу аяқталды: ${resultCount} бет табылды."
    ],
    "Searching": "Ізделуде",
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": "Сұрау бойынша ештеңе табылмады. Сөздердің дұрыс жазылғанын тексеріңіз немесе басқа сөздермен іздеп көріңіз."
});
Documentation.PLURAL_EXPR = (n) => n != 1 ? 1 : 0;
Documentation.LOCALE = "kk";
