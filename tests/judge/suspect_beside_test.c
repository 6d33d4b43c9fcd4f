/* For each kind of answer that is not the page, pairs: the words in the place of the page, and the same words beside all that the page has.
 *
 * Only the first is suspect. The second is tried with the text of yesterday, with the same text and other figures, with a text in which
 * every sentence is new, and as an article that has the words in its heading. All pages are short: what a page says of itself can be
 * found in short ones alone. */
#include "base/buf.h"
#include "judge/suspect.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

/* One page on three days: as it was, with other figures, and with another text. */
struct days {
    const char *title, *menu, *yesterday, *figures, *today;
};

static const struct days english = {
    "Harbour news",
    "<nav><a href=/>Home</a> <a href=/boats>Boats</a> <a href=/fish>Fish</a> <a href=/rules>Rules</a></nav>",
    "<h1>From the harbour</h1><ul><li>Ferry to Lund leaves at 8:10, fare 12</li><li>Ferry to Skerry leaves at 9:40, fare 19</li><li>Tide "
    "is 2.4 metres at noon</li><li>Cod sells at 7.20, plaice at 9.10</li></ul><p>The east pier has 14 free berths, each with water and "
    "light.</p><p>The crane lifts boats of up to 9 tonnes on 3 days of the week.</p>",
    "<h1>From the harbour</h1><ul><li>Ferry to Lund leaves at 8:25, fare 13</li><li>Ferry to Skerry leaves at 9:55, fare 21</li><li>Tide "
    "is 2.9 metres at noon</li><li>Cod sells at 6.90, plaice at 8.80</li></ul><p>The east pier has 11 free berths, each with water and "
    "light.</p><p>The crane lifts boats of up to 8 tonnes on 2 days of the week.</p>",
    "<h1>Storm on the coast</h1><p>Waves broke the wall of the old basin last night, and two sheds were washed away by the water.</p><p>Nobody "
    "was hurt. Divers look for the anchor of the lightship, which drifted as far as the sands before its crew could hold it.</p><p>Fishermen "
    "stay ashore until Friday, and the market opens with what the freezers hold.</p>",
};

static const struct days german = {
    "Nachrichten vom Hafen",
    "<nav><a href=/>Start</a> <a href=/boote>Boote</a> <a href=/fisch>Fisch</a> <a href=/regeln>Regeln</a></nav>",
    "<h1>Aus dem Hafen</h1><ul><li>Fähre nach Lund um 8:10, Preis 12</li><li>Fähre nach Skerry um 9:40, Preis 19</li><li>Hochwasser 2,4 Meter "
    "am Mittag</li><li>Dorsch kostet 7,20, Scholle 9,10</li></ul><p>Am Ostkai sind 14 Plätze frei, jeder mit Wasser und Licht.</p><p>Der Kran "
    "hebt Boote bis 9 Tonnen an 3 Tagen der Woche.</p>",
    "<h1>Aus dem Hafen</h1><ul><li>Fähre nach Lund um 8:25, Preis 13</li><li>Fähre nach Skerry um 9:55, Preis 21</li><li>Hochwasser 2,9 Meter "
    "am Mittag</li><li>Dorsch kostet 6,90, Scholle 8,80</li></ul><p>Am Ostkai sind 11 Plätze frei, jeder mit Wasser und Licht.</p><p>Der Kran "
    "hebt Boote bis 8 Tonnen an 2 Tagen der Woche.</p>",
    "<h1>Sturm an der Küste</h1><p>Wellen haben in der Nacht die Mauer des alten Beckens zerstört, und zwei Schuppen trieben davon.</p><p>Niemand "
    "wurde verletzt. Taucher suchen nach dem Anker des Feuerschiffs, das bis zu den Sänden trieb, bevor die Mannschaft es halten "
    "konnte.</p><p>Die Fischer bleiben bis Freitag an Land, und der Markt verkauft, was in den Kühlhäusern liegt.</p>",
};

static const struct days french = {
    "Nouvelles du port",
    "<nav><a href=/>Accueil</a> <a href=/bateaux>Bateaux</a> <a href=/poisson>Poisson</a> <a href=/regles>Règles</a></nav>",
    "<h1>Au port</h1><ul><li>Bac pour Lund à 8 h 10, prix 12</li><li>Bac pour Skerry à 9 h 40, prix 19</li><li>Marée de 2,4 mètres à "
    "midi</li><li>Morue à 7,20, plie à 9,10</li></ul><p>Le quai est compte 14 places libres, avec eau et lumière.</p><p>La grue lève des "
    "bateaux de 9 tonnes 3 jours par semaine.</p>",
    "<h1>Au port</h1><ul><li>Bac pour Lund à 8 h 25, prix 13</li><li>Bac pour Skerry à 9 h 55, prix 21</li><li>Marée de 2,9 mètres à "
    "midi</li><li>Morue à 6,90, plie à 8,80</li></ul><p>Le quai est compte 11 places libres, avec eau et lumière.</p><p>La grue lève des "
    "bateaux de 8 tonnes 2 jours par semaine.</p>",
    "<h1>Tempête sur la côte</h1><p>Les vagues ont brisé cette nuit le mur du vieux bassin, et deux hangars ont été emportés.</p><p>Personne n'est "
    "blessé. Des plongeurs cherchent l'ancre du bateau-phare, qui a dérivé jusqu'aux bancs de sable.</p><p>Les pêcheurs restent à terre "
    "jusqu'à vendredi, et le marché vend ce que gardent les chambres froides.</p>",
};

static const struct days polish = {
    "Wiadomości z portu",
    "<nav><a href=/>Start</a> <a href=/lodzie>Łodzie</a> <a href=/ryby>Ryby</a> <a href=/zasady>Zasady</a></nav>",
    "<h1>Z portu</h1><ul><li>Prom do Lund o 8:10, cena 12</li><li>Prom do Skerry o 9:40, cena 19</li><li>Przypływ 2,4 metra w "
    "południe</li><li>Dorsz po 7,20, gładzica po 9,10</li></ul><p>Na wschodnim molo jest 14 wolnych miejsc z wodą i światłem.</p><p>Dźwig "
    "podnosi łodzie do 9 ton przez 3 dni w tygodniu.</p>",
    "<h1>Z portu</h1><ul><li>Prom do Lund o 8:25, cena 13</li><li>Prom do Skerry o 9:55, cena 21</li><li>Przypływ 2,9 metra w "
    "południe</li><li>Dorsz po 6,90, gładzica po 8,80</li></ul><p>Na wschodnim molo jest 11 wolnych miejsc z wodą i światłem.</p><p>Dźwig "
    "podnosi łodzie do 8 ton przez 2 dni w tygodniu.</p>",
    "<h1>Sztorm na wybrzeżu</h1><p>Fale zburzyły w nocy mur starego basenu, a woda zabrała dwie szopy rybackie.</p><p>Nikt nie ucierpiał. Nurkowie "
    "szukają kotwicy latarniowca, który zdryfował aż na mielizny, zanim załoga zdołała go zatrzymać.</p><p>Rybacy zostają na lądzie do "
    "piątku, a targ sprzedaje zapasy z chłodni.</p>",
};

static const struct days japanese = {
    "港の知らせ",
    "<nav><a href=/>ホーム</a> <a href=/b>船</a> <a href=/f>魚</a> <a href=/r>規則</a></nav>",
    "<h1>港から</h1><ul><li>ルンド行きの船は8時10分に出ます</li><li>スケリー行きの船は9時40分に出ます</li><li>正午の潮位は2.4メートルです</li><li>タラは720円、カレイは910円です</li></ul>"
    "<p>東の桟橋には空きが14あります。</p><p>クレーンは9トンまでの船を上げます。</p>",
    "<h1>港から</h1><ul><li>ルンド行きの船は8時25分に出ます</li><li>スケリー行きの船は9時55分に出ます</li><li>正午の潮位は2.9メートルです</li><li>タラは690円、カレイは880円です</li></ul>"
    "<p>東の桟橋には空きが11あります。</p><p>クレーンは8トンまでの船を上げます。</p>",
    "<h1>海岸の嵐</h1><p>昨夜、波が古い船だまりの壁を壊し、小屋が二つ流されました。</p><p>けが人はいません。潜水士が灯台船の錨を探しています。船は砂州まで流されました。</p><p>漁師は金曜日まで陸に残り、市場は冷蔵庫の魚を売ります。</p>",
};

struct pair {
    enum suspect kind;
    const char *what;
    const struct days *days;
    const char *wall;   /* in the place of the page: title and body */
    const char *beside; /* the same words on a page that has everything */
};

#define FORM "<form><input name=u><input type=password name=p><button>OK</button></form>"

static const struct pair pairs[] = {
    /* still loading */
    { SUSPECT_EMPTY, "loading", &english, "<p class=spinner>Loading…</p><script>1</script>", "<p class=spinner>Loading…</p>" },
    { SUSPECT_EMPTY, "wait", &english, "<h1>Please wait</h1><script>1</script>",
      "<div id=chat><h2>Chat</h2><p>Please wait...</p></div>" },
    { SUSPECT_EMPTY, "loading", &german, "<p>Wird geladen ...</p>",
      "<section><h2>Kommentare</h2><p>Wird geladen ...</p></section>" },
    { SUSPECT_EMPTY, "loading", &french, "<p>Chargement en cours</p>",
      "<section><h2>Météo</h2><p>Chargement en cours</p></section>" },
    { SUSPECT_EMPTY, "loading", &french, "<p>Chargement…</p><p>Chargement…</p>", "<p>Chargement…</p><p>Chargement…</p>" },
    { SUSPECT_EMPTY, "loading", &polish, "<p>Ładowanie...</p>", "<div class=map><p>Ładowanie...</p></div>" },
    { SUSPECT_EMPTY, "loading", &japanese, "<p>読み込み中...</p>", "<div class=map><p>読み込み中...</p></div>" },
    /* errors */
    { SUSPECT_ERROR, "an error", &english, "<h1>Something went wrong</h1><p>We could not load this page. Please try again.</p>",
      "<section><h2>Something went wrong</h2><p>We could not load the latest comments. Please try again.</p></section>" },
    { SUSPECT_ERROR, "a server", &english, "<title>500</title><h1>Internal Server Error</h1>",
      "<div id=weather><h3>Weather</h3><p>Internal Server Error</p></div>" },
    { SUSPECT_ERROR, "a database", &english, "<h1>Error establishing a database connection</h1>",
      "<aside><p>Visitors today: Error establishing a database connection</p></aside>" },
    { SUSPECT_ERROR, "404", &english, "<title>404 Not Found</title><h1>Not Found</h1><p>The requested page was not found.</p>",
      "<iframe></iframe><aside><h2>404 Not Found</h2></aside>" },
    { SUSPECT_ERROR, "an error", &german, "<h1>Ein Fehler ist aufgetreten</h1><p>Bitte versuchen Sie es später.</p>",
      "<section><h2>Ein Fehler ist aufgetreten</h2><p>Die Kommentare konnten nicht geladen werden.</p></section>" },
    { SUSPECT_ERROR, "an error", &french, "<h1>Une erreur est survenue</h1><p>Veuillez réessayer plus tard.</p>",
      "<section><h2>Une erreur est survenue</h2><p>Impossible de charger la météo.</p></section>" },
    { SUSPECT_ERROR, "an error", &polish, "<h1>Wystąpił błąd</h1><p>Spróbuj ponownie.</p>",
      "<section><h2>Wystąpił błąd</h2><p>Nie udało się wczytać komentarzy.</p></section>" },
    { SUSPECT_ERROR, "an error", &japanese, "<h1>エラーが発生しました</h1>",
      "<section><h2>エラーが発生しました</h2><p>コメントを表示できません。</p></section>" },
    { SUSPECT_ERROR, "maintenance", &english, "<h1>Scheduled maintenance</h1><p>We are back at noon.</p>",
      "<section><h2>Scheduled maintenance</h2><p>The webcam is off on Monday.</p></section>" },
    /* doors */
    { SUSPECT_LOGIN, "a door", &english, "<h1>Log in</h1>" FORM, "<div class=account><h2>Log in</h2>" FORM "</div>" },
    { SUSPECT_LOGIN, "a door in words", &english, "<h1>Members</h1><p>Please log in to see this page.</p>",
      "<section><h2>Comments</h2><p>Please log in to write a comment.</p></section>" },
    { SUSPECT_LOGIN, "a door", &german, "<h1>Anmelden</h1>" FORM, "<div class=konto><h2>Anmelden</h2>" FORM "</div>" },
    { SUSPECT_LOGIN, "a door in words", &german, "<p>Bitte melden Sie sich an, um die Seite zu sehen.</p>",
      "<p>Bitte melden Sie sich an, um zu kommentieren.</p>" },
    { SUSPECT_LOGIN, "a door in words", &french, "<p>Connectez-vous pour voir cette page.</p>",
      "<p>Connectez-vous pour commenter.</p>" },
    { SUSPECT_LOGIN, "a door in words", &polish, "<p>Zaloguj się, aby zobaczyć stronę.</p>",
      "<p>Zaloguj się, aby dodać komentarz.</p>" },
    { SUSPECT_LOGIN, "a door", &japanese, "<h1>ログイン</h1>" FORM, "<div class=account><h2>ログイン</h2>" FORM "</div>" },
    /* guards */
    { SUSPECT_CAPTCHA, "a guard", &english, "<h1>One more step</h1><p>Verify you are human to go on.</p>",
      "<form><p>Write to us. Verify you are human to go on.</p><textarea></textarea></form>" },
    { SUSPECT_CAPTCHA, "a box", &english, "<p>One more step</p><div class=g-recaptcha></div>",
      "<form>Your letter <textarea></textarea><div class=g-recaptcha></div></form>" },
    { SUSPECT_CAPTCHA, "a guard", &german, "<p>Bitte bestätigen Sie, dass Sie ein Mensch sind.</p>",
      "<form><p>Bitte bestätigen Sie, dass Sie ein Mensch sind.</p></form>" },
    { SUSPECT_CAPTCHA, "a guard", &french, "<p>Confirmez que vous êtes humain.</p>",
      "<form><p>Confirmez que vous êtes humain.</p></form>" },
    { SUSPECT_CAPTCHA, "a guard", &polish, "<p>Potwierdź: nie jestem robotem.</p>",
      "<form><p>Potwierdź: nie jestem robotem.</p></form>" },
    { SUSPECT_CAPTCHA, "a guard", &japanese, "<p>私はロボットではありません</p>",
      "<form><p>私はロボットではありません</p></form>" },
    /* questions about cookies */
    { SUSPECT_CONSENT, "cookies", &english,
      "<div><p>We use cookies to count visits and to show you offers of our partners.</p><button>Accept all</button></div>",
      "<div><p>We use cookies to count visits and to show you offers of our partners.</p><button>Accept all</button></div>" },
    { SUSPECT_CONSENT, "cookies", &german,
      "<div><p>Wir verwenden Cookies, um Besuche zu zählen und Werbung zu zeigen.</p><button>Akzeptieren</button></div>",
      "<div><p>Wir verwenden Cookies, um Besuche zu zählen und Werbung zu zeigen.</p><button>Akzeptieren</button></div>" },
    { SUSPECT_CONSENT, "cookies", &french,
      "<div><p>Nous utilisons des cookies pour compter les visites et montrer des offres.</p><button>Accepter</button></div>",
      "<div><p>Nous utilisons des cookies pour compter les visites et montrer des offres.</p><button>Accepter</button></div>" },
    /* paywalls */
    { SUSPECT_PAYWALL, "an offer", &english, "<h2>Subscribe to continue reading</h2><p>One euro a month.</p>",
      "<div class=letter><h2>Subscribe to continue reading our letter</h2><p>It is free.</p></div>" },
    { SUSPECT_PAYWALL, "an offer", &german, "<p>Dieser Artikel ist nur für Abonnenten.</p>",
      "<ul><li><a href=/plus>Das Rätsel (nur für Abonnenten)</a></li></ul>" },
    { SUSPECT_PAYWALL, "an offer", &french, "<p>Article réservé aux abonnés.</p>",
      "<ul><li><a href=/jeu>Les mots croisés, jeu réservé aux abonnés</a></li></ul>" },
    { SUSPECT_PAYWALL, "by a class", &english, "<div class=paywall>Keep reading for one euro.</div>",
      "<div class=paywall-banner>Support the harbour.</div>" },
    /* shut out */
    { SUSPECT_BLOCKED, "a country", &english, "<h1>Not available in your country</h1>",
      "<div class=video><p>This film is not available in your country.</p></div>" },
    { SUSPECT_BLOCKED, "denied", &english, "<h1>Access denied</h1><p>You may not see this page.</p>",
      "<aside><h2>Access denied</h2><p>The webcam is for members.</p></aside>" },
    { SUSPECT_BLOCKED, "a country", &german, "<p>Dieser Inhalt ist in Ihrem Land nicht verfügbar.</p>",
      "<div class=video><p>Der Film ist in Ihrem Land nicht verfügbar.</p></div>" },
    /* no site */
    { SUSPECT_PARKED, "for sale", &english, "<h1>harbour.example</h1><p>This domain is for sale.</p>",
      "<p class=ad>boats.example: this domain is for sale.</p>" },
    { SUSPECT_PARKED, "for sale", &german, "<p>Diese Domain steht zum Verkauf.</p>",
      "<p class=ad>boote.example: diese Domain steht zum Verkauf.</p>" },
};

static struct str whole(struct buf *b, const struct days *days, const char *text, const char *box)
{
    buf_clear(b);
    buf_addf(b, "<html><head><title>%s</title></head><body>%s%s%s<footer>Imprint</footer></body></html>", days->title, days->menu,
             text, box);
    return buf_str(b);
}

static enum suspect look(struct str old, struct str new, struct buf *why)
{
    AUTO(arena) a = { 0 };
    struct str address = STR("http://harbour.example/news");
    struct suspect_facts facts = { .old = old.len ? page_from(&a, old, address) : NULL, .final_url = STR("") };
    return suspect_page(page_from(&a, new, address), &facts, why);
}

static void check_beside(const struct pair *p, const char *day, const char *text, const char *first, const char *last)
{
    AUTO(buf) old = BUF(1 << 16), new = BUF(1 << 16), why = BUF(1000), body = BUF(1 << 16);
    buf_addf(&body, "%s%s", first, text);
    buf_add_char(&body, '\0');
    enum suspect kind = look(whole(&old, p->days, p->days->yesterday, ""), whole(&new, p->days, buf_str(&body).ptr, last), &why);
    ok(kind == SUSPECT_NONE, "%s beside %s of %s: %s %.*s", p->what, day, p->days->title, suspect_name(kind),
       STR_ARG(buf_str(&why)));
}

static void check_wall(const struct pair *p)
{
    AUTO(buf) old = BUF(1 << 16), new = BUF(1 << 16), why = BUF(1000);
    buf_addf(&new, "%s%s", p->days->menu, p->wall);
    enum suspect kind = look(whole(&old, p->days, p->days->yesterday, ""), buf_str(&new), &why);
    ok(kind == p->kind, "%s in the place of %s: %s %.*s", p->what, p->days->title, suspect_name(kind), STR_ARG(buf_str(&why)));
}

/* Pages that speak of such things, and a first answer that has a text of its own above the line. */
static const struct {
    const char *what, *title, *body;
    bool first;
} articles[] = {
    { "404", "Harbour news: 404 not found",
      "<h1>404 not found: what the signs mean</h1><p>Sailors who visit our pages sometimes see a number in place of the tides. It says that the address "
      "was written wrongly, or that we moved a page without leaving a sign behind, which happens when the harbour office changes its hands. "
      "Go to the first page then, and look for the table from there. We keep every table of the last forty years, and the clerk will copy a "
      "lost one by hand for anybody who asks. Last week eleven people asked, most of them for the winter of the great ice.</p>",
      false },
    { "comments", "A quay",
      "<h1>The quay</h1><p>It is made of oak, was built by the guild of coopers, and carries nine carts at once in any "
      "weather of the year.</p><p>Please log in to comment.</p>",
      true },
    { "a box", "Write to us",
      "<h1>Write to us</h1><p>Letters are read on Mondays by the harbour master, who answers each of them by hand "
      "before the week is over.</p><form><div class=g-recaptcha></div></form>",
      true },
    { "loading", "Le quai",
      "<h1>Le quai</h1><p>Il est fait de chêne, et neuf charrettes y passent de front par tous les temps de l'année, même en "
      "hiver.</p><p>Chargement en cours</p>",
      true },
};

/* The frame came, but its first element has nothing in it: the text stands in another one. */
static const char main_then[] =
    "<nav><a href=/>Home</a></nav><main><h1>Tides</h1><p>High water is at noon and at midnight all week.</p></main>";
static const char main_now[] =
    "<nav><a href=/>Home</a></nav><main></main><div id=page><h1>Tides</h1><p>High water is at noon and at midnight all week.</p></div>";
static const char forum[] = "<h1>Questions</h1><ul><li>How do I read a tide table?</li><li>Which rope for which boat?</li></ul>";
static const char forum_php[] =
    "<h1>Questions</h1><ul><li>Undefined index in tides.php on line 44: why?</li><li>How do I read a tide "
    "table?</li><li>Which rope for which boat?</li></ul>";

static void check_pages(void)
{
    AUTO(buf) why = BUF(1000), old = BUF(1 << 16), new = BUF(1 << 16);
    whole(&old, &english, english.yesterday, "");
    for (size_t i = 0; i < ARRAY_LEN(articles); i++) {
        buf_clear(&new);
        buf_addf(&new, "<title>%s</title>%s", articles[i].title, articles[i].body);
        enum suspect kind = look(articles[i].first ? STR("") : buf_str(&old), buf_str(&new), &why);
        ok(kind == SUSPECT_NONE, "a page about %s: %s", articles[i].what, suspect_name(kind));
    }
    ok(look(str_of(main_then), str_of(main_now), &why) == SUSPECT_NONE, "the text stands beside the empty main part");
    ok(look(str_of(forum), str_of(forum_php), &why) == SUSPECT_NONE, "a question about an error message on the page");
}

int main(void)
{
    check_pages();
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        const struct pair *p = &pairs[i];
        check_wall(p);
        check_beside(p, "the text of yesterday", p->days->yesterday, "", p->beside);
        check_beside(p, "other figures", p->days->figures, "", p->beside);
        check_beside(p, "a new text", p->days->today, "", p->beside);
        check_beside(p, "a new text, above it,", p->days->today, p->beside, "");
    }
    return tap_done();
}
