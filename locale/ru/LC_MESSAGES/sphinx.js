Object.assign(Documentation.TRANSLATIONS, {
    ", in ": ", страница: ",
    "Hide Search Matches": "Снять выделение",
    "Preparing search...": "Подготовка поиска…",
    "Search Results": "Результаты поиска",
    "Search finished, found one page matching the search query.": [
        "Поиск завершён: найдена ${resultCount} страница.",
        "Поиск завершён: найдены ${resultCount} страницы.",
        "Поиск завершён: найдено ${resultCount} страниц."
    ],
    "Searching": "Идёт поиск",
    "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": "По запросу ничего не найдено. Проверьте, нет ли в словах опечаток, или возьмите другие слова."
});
Documentation.PLURAL_EXPR = (n) => n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;
Documentation.LOCALE = "ru";
