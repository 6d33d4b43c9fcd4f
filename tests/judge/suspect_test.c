/* Answers that are not the page, in several languages; pages that only look like them; and, where it lies beside the tree, how often real
 * page histories are called suspect. */
#include "judge/suspect.h"

#include <dirent.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

#define MENU "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About us</a> <a href=/contact>Contact</a></nav>"
#define ARTICLE \
    MENU "<h1>Opening hours</h1><p>The library is open from nine to six on weekdays and from ten to two on Saturdays.</p>" \
         "<p>During the summer months the reading room closes an hour earlier than it does in the rest of the year.</p>" \
         "<p>Books may be kept for four weeks; films and music for one week only. A fee is due for each day after that.</p>" \
         "<p>Members of the university may ask for books from other libraries at the desk on the second floor.</p>" \
         "<p>The building has a lift, and dogs that help their owners are welcome in every room of the house.</p>"

/* Most of it is names, which are the same in any language. */
#define MEMBERS(title, other) \
    "<title>" title "</title><p><a href=/other>" other "</a></p><h1>" title \
    "</h1><ul><li>Ana Mora<li>Luis Vega<li>Eva Rey<li>Juan Sanz<li>Rosa " \
    "Pino<li>Pablo Luna<li>Nuria Sol<li>Marta Gil<li>Diego Cruz<li>Irene Paz<li>Hugo Roca<li>Alba Mar</ul>"

#define WELCOME \
    "<p>Everything for house and garden, every day of the week: lamps, tables, chairs, spades, seeds, and people who like to help you.</p>" \
    "<p>New this week are hammocks made of cotton, which hang between any two trees that stand three metres apart.</p>"

#define FOOT "<footer><a href=/imprint>Imprint</a></footer>"
/* The same page as people of other countries get it. */
#define GERMAN \
    "<h1>Öffnungszeiten</h1><p>Die Bücherei ist an Werktagen von neun bis sechs und am Samstag von zehn bis zwei für Sie da.</p><p>In den " \
    "Sommermonaten schließt der Lesesaal eine Stunde früher als in dem Rest des Jahres, und auch die Ausleihe ist nicht mit allen Schaltern " \
    "besetzt.</p><p>Bücher gibt es für vier Wochen, Filme für eine. Wir freuen uns auf Sie und die Ihren.</p>"
#define FRENCH \
    "<h1>Horaires</h1><p>La bibliothèque est ouverte du lundi au vendredi dans les deux bâtiments, et le samedi pour les enfants.</p><p>Les " \
    "livres sont prêtés pour quatre semaines et les films pour une semaine. Nous ne prêtons pas les dictionnaires que vous trouvez dans la " \
    "salle, mais vous pouvez les lire sur place avec votre carte. Une amende est due au retour tardif.</p>"
#define SPANISH \
    "<h1>Horario</h1><p>La biblioteca abre por la mañana y por la tarde para los socios, y los sábados para las familias con niños.</p><p>El " \
    "préstamo de los libros es de cuatro semanas y el de las películas de una. Se paga una multa por cada día que se pasa, como en las " \
    "otras bibliotecas del país, y al final del año se cierra.</p>"
#define JAPANESE \
    "<h1>開館時間</h1><p>図書館は平日は九時から六時まで、土曜日は十時から二時まで開いています。夏の間、読書室は一時間早く閉まります。本は四週間、映画は一週間借りることができます。</p>"
#define RUSSIAN \
    "<h1>Часы работы</h1><p>Библиотека открыта в будни с девяти и до шести, а в субботу для детей и взрослых.</p><p>Книги выдаются на четыре " \
    "недели, фильмы на одну. Мы не выдаём словари, что стоят в зале, но вы можете читать их на месте. Это бесплатно для вас и как всегда " \
    "по билету, от утра и до вечера, с понедельника по пятницу или в субботу.</p>"
#define ITALIAN \
    "<h1>Orario</h1><p>La biblioteca è aperta per i soci e per gli ospiti, e il sabato è riservato alle famiglie.</p><p>I libri sono prestati per " \
    "quattro settimane e i film per una. Non si prestano i dizionari che sono nella sala, ma è possibile usare i tavoli della biblioteca con il " \
    "proprio computer. Il prestito è gratuito per i soci e più lungo nel mese di agosto.</p>"
#define DOOR(title, name, secret) \
    "<title>" title "</title><form>" name " <input name=u> " secret " <input type=password name=p></form>"

struct answer {
    enum suspect kind;
    const char *what, *old, *new, *final_url;
};

static const struct answer rows[] = {
    { SUSPECT_NONE, "the same page", ARTICLE, ARTICLE, "" },
    { SUSPECT_NONE, "one line changed", ARTICLE, ARTICLE "<p>Closed on Monday.</p>", "" },
    { SUSPECT_NONE, "a first version", NULL, ARTICLE, "" },
    { SUSPECT_EMPTY, "no bytes", ARTICLE, "", "" },
    { SUSPECT_SHRUNK, "the end of the document is missing", "<html><body>" ARTICLE "<p>Ask at the desk.</p></body></html>",
      "<html><body>" ARTICLE "<p>Ask", "" },
    { SUSPECT_NONE, "the author leaves it out", "<html><body>" ARTICLE "<p>Ask at the desk.</p></body></html>",
      "<html><body>" ARTICLE, "" },
    { SUSPECT_NONE, "the end is there, and a paragraph is not", "<html><body>" ARTICLE "<p>Ask at the desk.</p></body></html>",
      "<html><body>" ARTICLE "</body></html>", "" },
    { SUSPECT_EMPTY, "a frame with nothing in it", MENU "<main>" ARTICLE "</main><footer>" GERMAN "</footer>",
      MENU "<main></main><footer>" GERMAN "</footer>", "" },
    { SUSPECT_ELSEWHERE, "sent on to the home page", ARTICLE, MENU "<h1>Welcome</h1><p>News, products and more.",
      "http://example.org/" },
    { SUSPECT_EMPTY, "no bytes at first", NULL, " \n", "" },
    { SUSPECT_EMPTY, "a frame without words", ARTICLE, "<html><body><div id=app></div><script>1</script>", "" },
    { SUSPECT_NONE, "scripts alone, at first", NULL, "<html><body><div id=app></div><script>1</script>", "" },
    { SUSPECT_NONE, "scripts alone, as ever", "<div id=app></div><script>1</script>", "<div id=app></div><script>2</script>", "" },
    { SUSPECT_CAPTCHA, "a guard", ARTICLE,
      "<title>Just a moment...</title><h1>example.org</h1><p>Verifying you are human. This may take a few seconds.", "" },
    { SUSPECT_CAPTCHA, "a guard at first", NULL,
      "<title>Just a moment...</title><p>Checking your browser before accessing example.org.", "" },
    { SUSPECT_CAPTCHA, "a script alone", ARTICLE,
      "<p>One more step</p><script src=https://challenges.cloudflare.com/turnstile/v0/api.js></script>", "" },
    { SUSPECT_CAPTCHA, "by a class", ARTICLE, "<p>Please wait</p><div class=\"x px-captcha\"></div>", "" },
    { SUSPECT_CAPTCHA, "in German", ARTICLE, "<h1>Sicherheitsprüfung</h1><p>Bitte bestätigen Sie, dass Sie ein Mensch sind.", "" },
    { SUSPECT_CAPTCHA, "in French", ARTICLE, "<p>Veuillez vérifier que vous êtes humain avant de continuer.", "" },
    { SUSPECT_CAPTCHA, "in Russian", ARTICLE, "<p>Подтвердите, что вы не робот, чтобы продолжить", "" },
    { SUSPECT_CAPTCHA, "in Chinese", ARTICLE, "<p>请完成安全验证后继续访问", "" },
    { SUSPECT_CAPTCHA, "in Japanese", ARTICLE, "<p>私はロボットではありません", "" },
    { SUSPECT_NONE, "a form with a captcha below the page", ARTICLE,
      ARTICLE "<form><input name=q><div class=g-recaptcha></div></form>", "" },
    { SUSPECT_LOGIN, "a login", ARTICLE,
      "<title>Log in</title><form><input name=u><input type=password name=p><button>Log in</button></form>", "" },
    { SUSPECT_LOGIN, "in German", ARTICLE,
      MENU "<h1>Anmelden</h1><form>Benutzername <input name=u> Passwort <input type=password name=p></form>", "" },
    { SUSPECT_LOGIN, "in Spanish", ARTICLE,
      "<h1>Iniciar sesión</h1><form>Usuario <input name=u> Contraseña <input type=password name=p></form>", "" },
    { SUSPECT_LOGIN, "in Japanese", ARTICLE, "<h1>ログイン</h1><form><input type=password name=p></form>", "" },
    { SUSPECT_LOGIN, "sent to one", ARTICLE, "<h1>Welcome</h1><p>Use your account of the house.",
      "https://accounts.example.org/start?to=x" },
    { SUSPECT_NONE, "sent to another page", ARTICLE, ARTICLE, "https://www.example.org/hours" },
    { SUSPECT_NONE, "sent on, with a path like a word", ARTICLE, ARTICLE, "https://example.org/authors/" },
    { SUSPECT_NONE, "a login box in a corner", ARTICLE, ARTICLE "<h2>Login</h2><form><input type=password name=p></form>", "" },
    { SUSPECT_NONE, "a login as ever", "<h1>Login</h1><p>Old news<form><input type=password name=p></form>",
      "<h1>Login</h1><p>What is new<form><input type=password name=p></form>", "" },
    { SUSPECT_ERROR, "404", ARTICLE,
      "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.", "" },
    { SUSPECT_ERROR, "404 at first", NULL, "<title>Page not found</title><h1>Oops!</h1><p>That page is not here.", "" },
    { SUSPECT_ERROR, "within the menus", ARTICLE, MENU "<h1>Something went wrong</h1><p>Please try again later.</p>" MENU, "" },
    { SUSPECT_ERROR, "a database", ARTICLE, "<h1>Error establishing a database connection</h1>", "" },
    { SUSPECT_ERROR, "in German", ARTICLE, MENU "<h1>Seite nicht gefunden</h1><p>Leider gibt es diese Seite nicht.", "" },
    { SUSPECT_ERROR, "in French", ARTICLE, MENU "<h1>Page introuvable</h1><p>Désolé.", "" },
    { SUSPECT_ERROR, "in Portuguese", ARTICLE, MENU "<h1>Página não encontrada</h1>", "" },
    { SUSPECT_ERROR, "in Polish", ARTICLE, MENU "<h1>Nie znaleziono strony</h1>", "" },
    { SUSPECT_ERROR, "in Russian", ARTICLE, MENU "<h1>Страница не найдена</h1>", "" },
    { SUSPECT_ERROR, "in Chinese", ARTICLE, MENU "<h1>页面不存在</h1>", "" },
    { SUSPECT_ERROR, "in Korean", ARTICLE, MENU "<h1>페이지를 찾을 수 없습니다</h1>", "" },
    { SUSPECT_NONE, "an article about it", ARTICLE, ARTICLE "<h2>404 Not Found: what to do</h2><p>Look at the address again.", "" },
    { SUSPECT_NONE, "an article about it at first", NULL, "<h1>What 404 Not Found means</h1>" ARTICLE, "" },
    { SUSPECT_ERROR, "a number alone", "<h1>Tea</h1><p>It costs 3 euro a pound.", "<h1>Error 404.</h1><p>Sorry.", "" },
    { SUSPECT_NONE, "an item with that number at first", NULL, "<title>Item 404</title><h1>Item 404</h1><p>A lamp of brass.", "" },
    { SUSPECT_NONE, "a house with that number", "<h1>Homes</h1><p>Nothing.", "<h1>404 Main Street</h1><p>Three rooms.", "" },
    { SUSPECT_ERROR, "beside the name of the site", ARTICLE, "<title>404 | Acme</title><h1>Oh dear</h1>", "" },
    { SUSPECT_ELSEWHERE, "sent to the home page", ARTICLE, MENU "<h1>Welcome</h1>" WELCOME, "http://example.org/" },
    { SUSPECT_ELSEWHERE, "sent to another page", ARTICLE, MENU "<h1>Welcome</h1>" WELCOME, "http://example.org/shop/all" },
    { SUSPECT_NONE, "sent to where it was before", ARTICLE, MENU "<h1>Welcome</h1>" WELCOME, "http://example.org/before" },
    { SUSPECT_NONE, "sent to its own name", ARTICLE, MENU "<h1>Welcome</h1>" WELCOME, "https://www.example.org/x/" },
    { SUSPECT_NONE, "sent on with all its words", ARTICLE, ARTICLE, "http://example.org/new/x" },
    { SUSPECT_NONE, "a longer number", "<h1>Visitors</h1><p>So far: 13871", "<h1>Guests</h1><p>Until now: 14045, 1,404 and 404.50",
      "" },
    { SUSPECT_SHRUNK, "most of it is gone", ARTICLE, MENU "<h1>Opening hours</h1><p>Coming soon.", "" },
    { SUSPECT_NONE, "half of it is gone", ARTICLE,
      MENU
      "<h1>Opening hours</h1><p>The library is open from nine to six on weekdays and from ten to two on Saturdays.</p><p>Books may be kept for four weeks; films and music for one week only. A fee is due for each day after that.</p>",
      "" },
    { SUSPECT_SHRUNK, "half of a page", ARTICLE "<p>Write to us.</p>" FOOT,
      MENU "<h1>Opening hours</h1><p>The library is open from nine", "" },
    { SUSPECT_SHRUNK, "a shell that scripts fill", ARTICLE FOOT,
      MENU "<h1>Opening hours</h1><div id=app></div>" FOOT
           "<script src=a.js></script><script src=b.js></script><script src=c.js></script>",
      "" },
    { SUSPECT_SHRUNK, "an error in words that nobody knows", ARTICLE FOOT,
      MENU "<h1>Hoppla</h1><p>Dat löppt hüüt nich, kiek morgen mal wedder in." FOOT, "" },
    { SUSPECT_NONE, "its author cut it down", ARTICLE FOOT, MENU "<h1>Opening hours</h1>" FOOT, "" },
    { SUSPECT_LANGUAGE, "in English for a German", GERMAN, ARTICLE, "" },
    { SUSPECT_NONE, "in the language that it always named", "<html lang=de>" ARTICLE, "<html lang=de>" GERMAN, "" },
    { SUSPECT_LANGUAGE, "in another one than it names", "<html lang=de>" GERMAN, "<html lang=de>" ARTICLE, "" },
    { SUSPECT_LANGUAGE, "where it names another one now, too", "<html lang=en>" ARTICLE, "<html lang=de>" GERMAN, "" },
    { SUSPECT_LANGUAGE, "in German for an Englishman", ARTICLE, GERMAN, "" },
    { SUSPECT_LANGUAGE, "in French", ARTICLE, FRENCH, "" },
    { SUSPECT_LANGUAGE, "in Spanish", ARTICLE, SPANISH, "" },
    { SUSPECT_LANGUAGE, "in Japanese", ARTICLE, JAPANESE, "" },
    { SUSPECT_LANGUAGE, "in Russian", ARTICLE, RUSSIAN, "" },
    { SUSPECT_LANGUAGE, "in Italian", ARTICLE, ITALIAN, "" },
    { SUSPECT_LANGUAGE, "in Spanish for an Italian", ITALIAN, SPANISH, "" },
    { SUSPECT_LANGUAGE, "in German for a Japanese", JAPANESE, GERMAN, "" },
    { SUSPECT_LANGUAGE, "in French for a Russian", RUSSIAN, FRENCH, "" },
    { SUSPECT_LANGUAGE, "names that stay in another language", MEMBERS("Members", "Español"), MEMBERS("Diputados", "English"), "" },
    { SUSPECT_NONE, "with another title", MEMBERS("Members", "Español"), MEMBERS("All members", "Español"), "" },
    { SUSPECT_NONE, "a page in two languages", GERMAN, GERMAN FRENCH, "" },
    { SUSPECT_NONE, "a quotation in another language", ARTICLE, ARTICLE SPANISH, "" },
    { SUSPECT_LOGIN, "a door in Finnish", ARTICLE, DOOR("Tervetuloa", "Käyttäjätunnus", "Salasana"), "" },
    { SUSPECT_LOGIN, "a door in Hungarian", ARTICLE, DOOR("Üdvözöljük", "Felhasználónév", "Jelszó"), "" },
    { SUSPECT_LOGIN, "a door in Turkish", ARTICLE, DOOR("Hoş geldiniz", "Kullanıcı", "Parola"), "" },
    { SUSPECT_LOGIN, "a door in Greek", ARTICLE, DOOR("Καλώς ήρθατε", "Χρήστης", "Κωδικός"), "" },
    { SUSPECT_LOGIN, "a door in Czech", ARTICLE, DOOR("Vítejte", "Uživatel", "Heslo"), "" },
    { SUSPECT_LOGIN, "a door in Thai", ARTICLE, DOOR("ยินดีต้อนรับ", "ผู้ใช้", "รหัสผ่าน"), "" },
    { SUSPECT_NONE, "a door as ever", DOOR("Vítejte", "Uživatel", "Heslo"), DOOR("Vítejte", "Jméno", "Heslo"), "" },
    { SUSPECT_CONSENT, "a question about cookies", ARTICLE, "<h1>Before you go on</h1><p>We and our partners like biscuits.",
      "https://consent.example.org/m?continue=x" },
    { SUSPECT_CONSENT, "one in German", GERMAN, "<h1>Bevor es weitergeht</h1><p>Wir mögen Kekse.",
      "https://example.org/einwilligung/" },
    { SUSPECT_NONE, "small ones may halve", "<p>Water: 17 degrees, air: 21 degrees, wind: none", "<p>Closed", "" },
};

/* A short text in a frame that is as long, as most pages are. */
#define NOTICE \
    "<h1>The ferry in winter</h1><p>The ferry runs every hour from seven to nine.</p><p>In strong wind it stays in the harbour.</p>"
#define FRAME(main) \
    MENU "<main>" main \
         "</main><aside><h2>Recent posts</h2><p>Ten tips for a tidy garage</p><p>Why your kettle is slow</p><p>The return of " \
         "the fountain pen</p><p>Five hikes for a rainy weekend</p></aside>" FOOT
#define BANNER "<div id=cc><p>We use cookies to make this site work for you.</p><button>Accept all</button></div>"
#define WALL \
    "<h1>Before you continue</h1><p>We use cookies and data to maintain our services, track outages and protect against spam and abuse.</p>" \
    "<button>Reject all</button><button>Accept all</button>"

static const struct answer framed_rows[] = {
    { SUSPECT_EMPTY, "the main part is still loading", FRAME(NOTICE), FRAME("<h1>The ferry in winter</h1><div>Loading…</div>"),
      "" },
    { SUSPECT_EMPTY, "loading in Russian", FRAME(NOTICE), FRAME("<h1>The ferry in winter</h1><p>Загрузка...</p>"), "" },
    { SUSPECT_NONE, "a text about loading", FRAME(NOTICE), FRAME("<h1>The ferry in winter</h1><p>Loading of cars ends at six.</p>"),
      "" },
    { SUSPECT_PAYWALL, "the beginning and an offer", FRAME(NOTICE),
      FRAME("<h1>The ferry in winter</h1><p>The ferry runs…</p><h2>Subscribe to read on</h2><p>Already a subscriber? Log in.</p>"),
      "" },
    { SUSPECT_NONE, "another text in the frame", FRAME(NOTICE),
      FRAME("<h1>The ferry in spring</h1><p>It runs twice an hour again.</p>"), "" },
    { SUSPECT_CONSENT, "a wall where a banner stood", FRAME(NOTICE) BANNER, WALL, "" },
    { SUSPECT_NONE, "the banner as ever, below other news", FRAME(NOTICE) BANNER,
      FRAME("<h1>The ferry in spring</h1><p>It runs twice an hour again.</p>") BANNER, "" },
    { SUSPECT_NONE, "a first version with a short banner", NULL,
      FRAME(NOTICE) "<div><p>We use cookies.</p><button>Accept</button></div>", "" },
    { SUSPECT_ERROR, "a database, after a warning", NOTICE,
      "<b>Warning</b>: mysqli_connect(): (HY000/2002): Connection refused in <b>/var/www/html/inc/db.php</b> on line <b>12</b><br>Error "
      "establishing a database connection",
      "" },
    { SUSPECT_ERROR, "a program's notice above the page", FRAME(NOTICE),
      "<br><b>Notice</b>:  Undefined index: lang in <b>/srv/ferry/index.php</b> on line <b>44</b><br>" FRAME(NOTICE), "" },
    { SUSPECT_NONE, "such a notice as ever", "<b>Notice</b>: old in <b>/srv/a.php</b> on line <b>4</b><br>" FRAME(NOTICE),
      "<b>Notice</b>: old in <b>/srv/a.php</b> on line <b>5</b><br>" FRAME(NOTICE), "" },
};

/* What a reader of any language takes for no page. */
static const struct answer spoken_rows[] = {
    { SUSPECT_CAPTCHA, "a robot in Spanish", ARTICLE, MENU "<p>Para seguir, confirme que no es un robot.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Portuguese", ARTICLE, MENU "<p>Marque a caixa para mostrar que não é um robô.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Italian", ARTICLE, MENU "<p>Dobbiamo verificare di non essere un robot.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Polish", ARTICLE, MENU "<p>Sprawdzamy, czy nie jesteś robotem.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Czech", ARTICLE, MENU "<p>Ověřte prosím, že nejste robot.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Swedish", ARTICLE, MENU "<p>Visa att du inte är en robot.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Turkish", ARTICLE, MENU "<p>Robot olmadığınızı doğrulayın.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Korean", ARTICLE, MENU "<p>계속하려면 로봇이 아님을 증명하세요.</p>", "" },
    { SUSPECT_CAPTCHA, "a robot in Arabic", ARTICLE, MENU "<p>أثبت أنك لست روبوتاً للمتابعة</p>", "" },
    { SUSPECT_LOGIN, "a door in Spanish words", ARTICLE, MENU "<p>Inicie sesión para ver esta página.</p>", "" },
    { SUSPECT_LOGIN, "a door in Italian words", ARTICLE, MENU "<p>Accedi per leggere questa pagina.</p>", "" },
    { SUSPECT_LOGIN, "a door in Portuguese words", ARTICLE, MENU "<p>Faça login para ver o conteúdo.</p>", "" },
    { SUSPECT_LOGIN, "a door in Dutch words", ARTICLE, MENU "<p>Log in om deze pagina te lezen.</p>", "" },
    { SUSPECT_LOGIN, "a door in Polish words", ARTICLE, MENU "<p>Zaloguj się, aby zobaczyć tę stronę.</p>", "" },
    { SUSPECT_LOGIN, "a door in Russian words", ARTICLE, MENU "<p>Войдите, чтобы увидеть страницу.</p>", "" },
    { SUSPECT_LOGIN, "a door in Chinese words", ARTICLE, MENU "<p>请登录以查看此页面</p>", "" },
    { SUSPECT_LOGIN, "a door in Japanese words", ARTICLE, MENU "<p>この先はログインしてください。</p>", "" },
    { SUSPECT_LOGIN, "a door in Korean words", ARTICLE, MENU "<p>이 페이지를 보려면 로그인이 필요합니다.</p>", "" },
    { SUSPECT_LOGIN, "a door in Swedish words", ARTICLE, MENU "<p>Logga in för att läsa vidare.</p>", "" },
    { SUSPECT_ERROR, "a pause in Dutch", ARTICLE, MENU "<p>Deze website is in onderhoud, kom later terug.</p>", "" },
    { SUSPECT_ERROR, "a pause in Polish", ARTICLE, MENU "<p>Przerwa techniczna do godziny ósmej.</p>", "" },
    { SUSPECT_ERROR, "a pause in Czech", ARTICLE, MENU "<p>Web je v údržbě, zkuste to později.</p>", "" },
    { SUSPECT_ERROR, "a pause in Swedish", ARTICLE, MENU "<p>Webbplatsen är under underhåll.</p>", "" },
    { SUSPECT_ERROR, "a pause in Turkish", ARTICLE, MENU "<p>Sitemiz şu anda bakımda.</p>", "" },
    { SUSPECT_ERROR, "a pause in Chinese", ARTICLE, MENU "<p>系统正在维护，请稍后再来</p>", "" },
    { SUSPECT_ERROR, "a pause in Korean", ARTICLE, MENU "<p>서버 점검 중이니 잠시 기다려 주세요.</p>", "" },
    { SUSPECT_ERROR, "a pause in Arabic", ARTICLE, MENU "<p>الموقع قيد الصيانة الآن</p>", "" },
};

static void test_answers(const struct answer *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) why = BUF(1000);
        const struct answer *r = &row[i];
        struct suspect_facts facts = { .final_url = str_of(r->final_url), .final_before = STR("http://example.org/before") };
        facts.old = r->old ? page_from(&a, str_of(r->old), STR("http://example.org/x")) : NULL;
        enum suspect kind = suspect_page(page_from(&a, str_of(r->new), STR("http://example.org/x")), &facts, &why);
        ok(kind == r->kind, "%s: %s %.*s", r->what, suspect_name(kind), STR_ARG(buf_str(&why)));
        ok((why.len > 0) == (kind != SUSPECT_NONE), "words where there is something to say");
    }
}

/* Behind a text the window of a program that asks about cookies, which is there whatever else is. */
static const char *before_window(struct arena *a, const char *text, unsigned times)
{
    AUTO(buf) html = BUF(1 << 16);
    while (times--)
        buf_add(&html, str_of(text));
    buf_add(&html, STR("<div class=cmpbox><p>We and our partners keep cookies.</p>"));
    for (unsigned i = 0; i < 20; i++)
        buf_addf(&html,
                 "<p>Partner %u may keep a mark of you for a year, and read it when you look at the hours of the house again.", i);
    buf_add(&html, STR("<button>Accept</button></div><script src=a></script><script src=b></script><script src=c></script>"));
    return arena_str(a, buf_str(&html)).ptr;
}

static void test_window(void)
{
    AUTO(arena) a = { 0 };
    const char *full = before_window(&a, ARTICLE, 12), *half = before_window(&a, ARTICLE, 2);
    const struct answer answers[] = {
        { SUSPECT_SHRUNK, "a page of which such a window is left", full, before_window(&a, "<p>Turn around twice", 1), "" },
        { SUSPECT_NONE, "one that has a text beside it", full, half, "" },
    };
    test_answers(answers, ARRAY_LEN(answers));
}

static const struct page *read_bytes(struct arena *a, struct str bytes)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *p = NEW(a, struct page);
    symbols_open(symbols, a);
    if (page_read(a, symbols, &(struct parse_source){ .bytes = bytes }, STR("http://example.org/feed"), p, NULL))
        abort();
    return p;
}

static void test_feed(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) why = BUF(1000);
    struct suspect_facts facts = { .old = read_bytes(
                                       &a, STR("<?xml version=\"1.0\"?><rss><item>One thing</item><item>Another</item></rss>")),
                                   .final_url = STR("") };
    ok(suspect_page(read_bytes(&a, STR("<?xml version=\"1.0\"?><rss><item>All is new</item><item>And this</item></rss>")), &facts,
                    &why)
           == SUSPECT_NONE,
       "a feed with other news");
    ok(suspect_page(read_bytes(&a, STR("<html><body><p>Our site has moved house for you")), &facts, &why) == SUSPECT_ERROR,
       "a page in place of a feed: %.*s", STR_ARG(buf_str(&why)));
    facts.old =
        read_bytes(&a, STR("<?xml version=\"1.0\"?><rss><title>News of the quay</title><item>The lighthouse gets a new lamp</item>"
                           "<item>Herring prices rise once more</item><item>Old crane is taken down</item></rss>"));
    ok(suspect_page(read_bytes(&a, STR("<?xml version=\"1.0\"?><rss><title>News of the quay</title></rss>")), &facts, &why)
           == SUSPECT_SHRUNK,
       "a feed that lost all of its items: %.*s", STR_ARG(buf_str(&why)));
}

/* ---- Real histories ---- */

struct tally {
    unsigned pairs, kind[SUSPECTS];
};

static int is_page(const struct dirent *entry)
{
    return strstr(entry->d_name, ".html") != NULL;
}

/* Each file of a folder against the one before it. The data have no labels for this; that they were kept by people who looked at them makes
 * nearly every verdict but "none" a false one. */
static void tally_folder(const char *folder, struct tally *t)
{
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, is_page, alphasort);
    AUTO(arena) kept = { 0 };
    struct str before = { NULL, 0 };
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) why = BUF(1000);
        struct str bytes;
        if (io_read(&kept, arena_printf(&a, "%s/%s", folder, entry[i]->d_name).ptr, LIMIT_PAGE_BYTES, &bytes, NULL))
            continue;
        if (before.ptr) {
            struct suspect_facts facts = { .old = page_from(&a, before, STR("http://example.org/")), .final_url = STR("") };
            enum suspect kind = suspect_page(page_from(&a, bytes, STR("http://example.org/")), &facts, &why);
            t->pairs++;
            t->kind[kind]++;
            if (kind)
                printf("# %s/%s: %s: %.*s\n", folder, entry[i]->d_name, suspect_name(kind), STR_ARG(buf_str(&why)));
        }
        before = bytes;
    }
    for (int i = 0; i < n; i++)
        heap_free(entry[i]);
    heap_free(entry);
}

static void test_corpus(void)
{
    FILE *names = popen("d=$(\"$WEFT_SOURCE\"/tests/property/unpack-corpus) && [ -n \"$d\" ] && ls -d \"$d\"/*/", "r");
    struct tally t = { 0 };
    char line[4096];
    while (names && fgets(line, sizeof line, names)) {
        line[strcspn(line, "\n")] = '\0';
        tally_folder(line, &t);
    }
    if (names)
        pclose(names);
    if (!t.pairs) {
        skip("given data: no page histories beside this checkout");
        return;
    }
    ok(t.kind[SUSPECT_NONE] * 1000 >= t.pairs * 995,
       "%u pairs of real versions, %u suspect: %u empty, %u captcha, %u login, %u error, %u shrunk", t.pairs,
       t.pairs - t.kind[SUSPECT_NONE], t.kind[SUSPECT_EMPTY], t.kind[SUSPECT_CAPTCHA], t.kind[SUSPECT_LOGIN], t.kind[SUSPECT_ERROR],
       t.kind[SUSPECT_SHRUNK]);
}

/* One guard has other numbers each time; another answer has some small words of it. */
static void test_again(void)
{
    static const char guard[] =
        "<h1>Just a moment</h1><p>We check your browser before you see this page. Ray ID 8f00a1, 12:04:33.</p>";
    static const char later[] =
        "<h1>Just a moment</h1><p>We check your browser before you see this page. Ray ID 77ccd2, 12:19:51.</p>";
    static const char away[] = "<h1>Back soon</h1><p>We are working on this page, and you see it again in a moment.</p>";
    AUTO(arena) a = { 0 };
    const struct page *first = read_bytes(&a, str_of(guard)), *none = read_bytes(&a, STR("<p></p>"));
    ok(suspect_is_again(read_bytes(&a, str_of(later)), first), "the same guard with other numbers");
    ok(!suspect_is_again(read_bytes(&a, str_of(away)), first), "another answer");
    ok(suspect_is_again(none, none) && !suspect_is_again(none, first), "nothing is like nothing alone");
}

int main(void)
{
    test_again();
    test_answers(rows, ARRAY_LEN(rows));
    test_answers(framed_rows, ARRAY_LEN(framed_rows));
    test_answers(spoken_rows, ARRAY_LEN(spoken_rows));
    test_feed();
    test_window();
    eq_str(str_of(suspect_name(SUSPECTS)), STR("?"), "no such kind");
    test_corpus();
    return tap_done();
}
