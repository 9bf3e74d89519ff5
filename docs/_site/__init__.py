"""How the site is put together: data, wheel, browser Python, notebooks, pages."""
