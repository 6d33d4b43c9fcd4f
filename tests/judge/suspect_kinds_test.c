/* Ten answers of each kind that are not the page, as sites write them, and pages that speak of such things and are the page. */
#include "base/buf.h"
#include "judge/suspect.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

#define MENU "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/shop>Shop</a> <a href=/contact>Contact</a></nav>"
#define FOOT "<footer><a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a> <a href=/terms>Terms</a></footer>"
#define FULL(title, text) "<html><head><title>" title "</title></head><body>" MENU text FOOT
#define STORY \
    "<p>The council has decided on the new bridge after a debate of six hours, and the work on it begins in the spring of next year.</p>" \
    "<p>It will be the third bridge of the town, wide enough for two carts and a row of people on foot, and it will have lamps.</p>"
#define LONG_STORY \
    STORY \
    "<p>The mayor thanked the builders of the old bridge, which has carried the people of both banks for more than two hundred years.</p>" \
    "<p>Farmers from the east bank had asked for it since the flood, when they could not bring their milk to the market for a week.</p>" \
    "<p>The bakers paid for a part of the stones. The rest comes from the toll, which stays at two pence until the debt is paid.</p>" \
    "<p>Whoever wants to see the drawings may do so at the town hall on any day but Sunday, from nine in the morning until noon.</p>"
/* The page as it is on other days. */
#define PAGE FULL("The new bridge", "<h1>The new bridge</h1>" LONG_STORY)

static const char *const logins[] = {
    "<title>Sign in</title><h1>Sign in to continue</h1><form>Email <input type=email name=u> Password <input type=password name=p>"
    "<button>Sign in</button></form><p>Forgot your password? <a href=/new>Create an account</a>",
    FULL("Log in",
         "<h1>Log in</h1><p>You need to be logged in to see this page.</p><form><input name=u><input type=password name=p></form>"),
    FULL("Anmelden",
         "<h1>Anmelden</h1><form>Benutzername <input name=u> Kennwort <input type=password name=p><button>Los</button></form>"),
    FULL("Connexion", "<h1>Identifiez-vous</h1><form>Courriel <input name=u> Mot de passe <input type=password name=p></form>"),
    FULL("Acceder", "<h1>Iniciar sesión</h1><form>Correo <input name=u> Contraseña <input type=password name=p></form>"),
    "<title>SSO</title><h1>University Login</h1><form>NetID <input name=u> Password <input type=password name=p></form><p>Single sign-on",
    FULL("Вход", "<h1>Вход</h1><form>Логин <input name=u> Пароль <input type=password name=p></form>"),
    FULL("ログイン", "<h1>ログイン</h1><form>メール <input name=u> パスワード <input type=password name=p></form>"),
    "<title>Intranet</title><div class=box><form method=post><input name=user placeholder=User><input type=password name=pw><input type=submit "
    "value=Go></form></div>",
    FULL("Members only", "<h1>Members only</h1><p>This page is for members. Please sign in or join us.</p><p><a class=button "
                         "href=/signin>Sign in</a> <a class=button href=/join>Join</a></p>"),
};

static const char *const errors[] = {
    "<title>500 Internal Server Error</title><h1>Internal Server Error</h1><p>The server encountered an unexpected condition.",
    "<title>502 Bad Gateway</title><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>",
    FULL("Error", "<h1>Oops! Something went wrong</h1><p>We are working on it. Please try again in a few minutes.</p>"),
    "<h1>Application error: a client-side exception has occurred</h1>",
    "<title>Database Error</title><h1>Error establishing a database connection</h1>",
    FULL("Fehler", "<h1>Es ist ein Fehler aufgetreten</h1><p>Bitte versuchen Sie es später noch einmal.</p>"),
    FULL("Erreur", "<h1>Une erreur est survenue</h1><p>Veuillez réessayer plus tard.</p>"),
    "<b>Fatal error</b>: Uncaught Error: Call to a member function get() on null in /var/www/html/index.php:31 Stack trace: #0 {main}",
    "<title>System Down</title><p>We're sorry, we can't process your request right now.</p><p>Incident Number: 18.cdb01302.17841",
    "<title>Service Unavailable</title><h1>Service Unavailable - DNS failure</h1><p>The server is temporarily unable to service your "
    "request. Please try again later.<p>Reference #11.e28d3417",
};

static const char *const consents[] = {
    "<title>Before you continue</title><h1>Before you continue to Example</h1><p>We use cookies and data to deliver and maintain our services, "
    "track outages and measure audience engagement. If you choose to accept all, we will also use cookies to show personalised content."
    "</p><form><button>Reject all</button><button>Accept all</button></form><p><a href=/o>More options</a>",
    "<div class=wall><h2>We value your privacy</h2><p>We and our 842 partners store and access information on a device, such as cookies, and "
    "process personal data for personalised advertising and content.</p><button>MORE OPTIONS</button><button>AGREE</button></div>",
    FULL("Zustimmung",
         "<h1>Weiterlesen mit Werbung</h1><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking. Details zu Cookies in der "
         "Datenschutzerklärung. Die Zustimmung ist jederzeit widerrufbar.</p><button>Akzeptieren und weiter</button><p>oder "
         "lesen Sie mit dem Pur-Abo ohne Werbung für wenig Geld im Monat."),
    FULL("Cookies",
         "<p>Avec votre accord, nos partenaires et nous utilisons des cookies pour stocker et consulter des données personnelles "
         "comme votre visite sur ce site.</p><a href=# role=button>Continuer sans accepter</a> <a href=# role=button>Accepter et "
         "continuer</a>"),
    FULL("Privacidad",
         "<h2>Su privacidad es importante</h2><p>Nosotros y nuestros socios usamos cookies para guardar datos del dispositivo "
         "y tratar datos personales.</p><button>Rechazar todo</button><button>Aceptar todo</button>"),
    "<h1>Informativa</h1><p>Noi e terze parti selezionate utilizziamo cookie o tecnologie simili per finalità tecniche e, con il consenso, "
    "anche per altre finalità.</p><button>Rifiuta</button><button>Accetta</button><button>Scopri di più</button>",
    "<h1>Jouw privacy</h1><p>Wij gebruiken cookies om de site goed te laten werken en om advertenties te tonen die bij je passen.</p><form><input "
    "type=submit value=\"Akkoord\"><input type=submit value=\"Instellingen\"></form>",
    "<h1>Dbamy o Twoją prywatność</h1><p>My i nasi partnerzy przechowujemy informacje na urządzeniu, takie jak pliki cookie, i przetwarzamy dane "
    "osobowe.</p><button>NIE ZGADZAM SIĘ</button><button>ZGADZAM SIĘ</button>",
    "<h1>クッキーについて</h1><p>このサイトでは、サービスの向上のためにクッキーを使用しています。続けるには同意が必要です。</p><button>拒否</button><button>同意する</button>",
    "<title>Yes?</title><div><p>To go on reading you have to say whether we may keep cookies on your machine. They remember what you read, and "
    "our partners pay us for that.</p><p><a href=/ok?to=bridge>Accept all cookies</a></p><p><a href=/no?to=bridge>Only necessary "
    "ones</a></p></div>",
};

static const char *const parked[] = {
    "<title>example.org</title><h1>example.org</h1><p>This domain is for sale.</p><a href=/buy>Make an offer</a>",
    "<title>example.org</title><p>The domain example.org is parked free, courtesy of a registrar.</p><p>Related searches: bridges, stones, carts",
    "<title>example.org</title><h1>Buy this domain</h1><p>The owner of example.org is offering it for sale for an asking price of 899 USD.",
    "<title>Domain default page</title><h1>Web Server's Default Page</h1><p>This page is generated by the control panel. You see it because "
    "there is no site at this address.",
    "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and "
    "working. Further configuration is required.",
    "<title>Apache2 Debian Default Page: It works</title><p>This is the default welcome page used to test the correct operation of the server.",
    "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account has been suspended. Contact your hosting provider.",
    "<title>example.org</title><p>Diese Domain steht zum Verkauf!</p><p>Sie können die Domain vom Inhaber kaufen.",
    "<title>example.org</title><p>Ce nom de domaine est à vendre. Faites une offre au propriétaire.",
    "<title>Expired</title><h1>This domain has expired</h1><p>If you are the owner, renew it at your registrar now.",
};

static const char *const maintenance[] = {
    "<title>Maintenance</title><h1>We'll be back soon!</h1><p>Sorry for the inconvenience. We are performing some maintenance at the moment.",
    "<title>Site Maintenance</title><h1>Down for maintenance</h1><p>We expect to be back at noon.",
    FULL("Scheduled maintenance", "<h1>Scheduled maintenance</h1><p>Our site is currently undergoing scheduled maintenance.</p>"),
    FULL("Wartung", "<h1>Wartungsarbeiten</h1><p>Wir sind bald wieder für Sie da.</p>"),
    FULL("Maintenance", "<h1>Site en maintenance</h1><p>Nous revenons très vite.</p>"),
    FULL("Mantenimiento", "<h1>Sitio en mantenimiento</h1><p>Volvemos enseguida.</p>"),
    FULL("Manutenzione", "<h1>Sito in manutenzione</h1><p>Torniamo presto.</p>"),
    FULL("Onderhoud", "<h1>Wegens onderhoud gesloten</h1><p>We zijn zo terug.</p>"),
    FULL("Технические работы", "<h1>Ведутся технические работы</h1><p>Скоро вернёмся.</p>"),
    FULL("メンテナンス中", "<h1>ただいまメンテナンス中です</h1><p>しばらくお待ちください。</p>"),
};

static const char *const captchas[] = {
    "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue",
    "<title>Attention Required!</title><h1>Please complete the security check to access example.org</h1>",
    "<title>Access to this page has been denied</title><p>Press &amp; Hold to confirm you are a human (and not a bot).<p>Reference ID 4a1c",
    "<title>example.org</title><p>Please enable JS and disable any ad blocker</p><script src=https://ct.captcha-delivery.com/c.js></script>",
    "<title>Sorry...</title><p>Our systems have detected unusual traffic from your computer network. Please try again later.",
    "<title>Robot Check</title><p>Enter the characters you see below. Sorry, we just need to make sure you're not a robot.",
    "<title>Making sure you're not a bot!</title><h1>Making sure you're not a bot!</h1><p>Loading...<p>Calculating... Difficulty: 4",
    "<title>Sicherheitsprüfung</title><p>Bitte bestätigen Sie, dass Sie kein Roboter sind.<div class=h-captcha></div>",
    "<title>Vérification</title><p>Confirmez que vous n’êtes pas un robot pour continuer.",
    "<title>Ой!</title><p>Подтвердите, что запросы отправляли вы, а не робот<div id=smart-captcha></div>",
};

static const char *const shells[] = {
    "<title>The new bridge</title><div id=root></div><script src=/static/js/main.js></script>",
    "<title>The new bridge</title><div id=app></div><script src=/app.js></script><script src=/vendor.js></script>",
    "<title>Bridge</title><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div><script src=/m.js></script>",
    "<title>Bridge</title><div id=__next><div class=spinner>Loading...</div></div><script src=/n.js></script><script src=/o.js></script>",
    MENU "<main><div class=skeleton></div></main>" FOOT
         "<script src=/a.js></script><script src=/b.js></script><script src=/c.js></script>",
    "<title>Bridge</title><app-root></app-root><script src=/runtime.js></script><script src=/polyfills.js></script>",
    "<title>Bridge</title><p>Please enable JavaScript to view this page.</p><script src=/x.js></script>",
    "<title>Bridge</title><p>Bitte warten ...</p><script src=/x.js></script><script src=/y.js></script><script src=/z.js></script>",
    "<title>The new bridge</title><body><svg></svg><script>start()</script>",
    MENU "<h1>The new bridge</h1><p class=loader>Loading article</p>" FOOT "<script>1</script><script>2</script><script>3</script>",
};

static const char *const missing[] = {
    "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.",
    FULL("Page not found", "<h1>Oops! That page can’t be found.</h1><p>It looks like nothing was found at this location.</p>"),
    FULL("Not here", "<h1>We couldn't find that page</h1><p>It may have moved. Try the search.</p>"),
    FULL(
        "Sorry",
        "<h1>Sorry, this page isn't available.</h1><p>The link you followed may be broken, or the page may have been removed.</p>"),
    FULL("Nicht gefunden", "<h1>Seite nicht gefunden</h1><p>Diese Seite gibt es leider nicht mehr.</p>"),
    FULL("Introuvable", "<h1>Page introuvable</h1><p>La page que vous cherchez n'existe plus.</p>"),
    FULL("No encontrada", "<h1>Página no encontrada</h1><p>La página que busca ya no existe.</p>"),
    FULL("Error 404", "<h1>404</h1><p>Lost in the woods?</p>"),
    FULL("Gone", "<h1>This content is no longer available</h1><p>Have a look at our other stories.</p>"),
    FULL("エラー", "<h1>お探しのページは見つかりませんでした</h1><p>トップページへ戻る</p>"),
};

static const char *const paywalls[] = {
    FULL("The new bridge",
         "<h1>The new bridge</h1>" STORY "<div><h2>Subscribe to continue reading</h2><p>Already a subscriber? Log in.</div>"),
    FULL("The new bridge", "<h1>The new bridge</h1>" STORY "<p>This article is for subscribers only. Try one month for one euro."),
    FULL("The new bridge",
         "<h1>The new bridge</h1>" STORY "<h2>You have reached your limit of free articles</h2><p>Choose a plan."),
    FULL("The new bridge",
         "<h1>The new bridge</h1>" STORY "<h2>To read the full story, subscribe or sign in</h2><button>Subscribe</button>"),
    FULL("Die neue Brücke",
         "<h1>Die neue Brücke</h1><p>Der Rat hat entschieden.</p><h2>Weiterlesen mit Plus</h2><p>Dieser Artikel ist nur "
         "für Abonnenten. Jetzt Abo abschließen."),
    FULL("Le nouveau pont",
         "<h1>Le nouveau pont</h1><p>Le conseil a décidé.</p><p>Cet article est réservé aux abonnés. Il vous reste 80 % "
         "de cet article à lire."),
    FULL("El puente",
         "<h1>El puente</h1><p>El consejo ha decidido.</p><p>Contenido exclusivo para suscriptores. Suscríbete para seguir "
         "leyendo."),
    FULL("Il ponte",
         "<h1>Il ponte</h1><p>Il consiglio ha deciso.</p><p>Contenuto riservato agli abbonati. Abbonati per continuare a "
         "leggere."),
    FULL("De brug",
         "<h1>De brug</h1><p>De raad heeft besloten.</p><p>Dit artikel is alleen voor abonnees. Neem een abonnement om verder "
         "te lezen."),
    FULL("The new bridge",
         "<h1>The new bridge</h1><p>The council has decided.</p><div class=paywall><p>Keep reading with a free trial. Cancel "
         "anytime.</div>"),
};

static const char *const blocked[] = {
    "<title>Not available</title><h1>This content is not available in your country</h1><p>We are sorry.",
    "<title>451</title><h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country "
    "belonging to the European Economic Area and therefore access cannot be granted at this time.",
    "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access this page on this server.<p>Reference "
    "#18.4e6656b8",
    "<title>Error 1009</title><h1>Access denied</h1><p>The owner of this website has banned the country or region your IP address is in.",
    "<title>Blocked</title><h1>Your IP address has been blocked</h1><p>Please contact the owner of the site.",
    "<title>Sorry</title><p>Due to your location you cannot see this page. Our site is currently unavailable to visitors from the EU.",
    FULL("Nicht verfügbar", "<h1>Dieser Inhalt ist in Ihrem Land nicht verfügbar</h1>"),
    FULL("Indisponible", "<h1>Ce contenu n'est pas disponible dans votre pays</h1>"),
    FULL("No disponible", "<h1>Este contenido no está disponible en su país</h1>"),
    "<title>Forbidden</title><h1>403 Forbidden</h1><p>Request blocked by the firewall.",
};

#define GERMAN \
    "<h1>Die neue Brücke</h1><p>Der Rat hat nach sechs Stunden die neue Brücke beschlossen, und die Arbeit an ihr beginnt im Frühling.</p><p>Sie ist " \
    "die dritte der Stadt und breit genug für zwei Wagen und eine Reihe von Leuten, die zu Fuß gehen. Die Bäcker haben einen Teil der Steine " \
    "bezahlt. Der Rest kommt aus dem Zoll, der auch für das nächste Jahr nicht steigt.</p>"
#define FRENCH \
    "<h1>Le nouveau pont</h1><p>Le conseil a décidé après six heures, et les travaux commencent au printemps dans la ville.</p><p>Il est assez large " \
    "pour deux charrettes et pour une file de gens à pied. Les boulangers ont payé une partie des pierres, et le péage ne monte pas pour " \
    "les habitants du bourg. Vous pouvez voir les dessins à la mairie avec votre famille.</p>"
#define SPANISH \
    "<h1>El nuevo puente</h1><p>El consejo ha decidido después de seis horas, y los trabajos empiezan en la primavera.</p><p>Es el tercero de la " \
    "ciudad y tiene sitio para dos carros y una fila de gente que va a pie. Los panaderos pagaron una parte de las piedras, y el peaje no " \
    "sube para los vecinos del pueblo. Se pueden ver los dibujos con la familia por la mañana.</p>"
#define ITALIAN \
    "<h1>Il nuovo ponte</h1><p>Il consiglio ha deciso dopo sei ore, e i lavori sono previsti per la primavera.</p><p>È il terzo della città e ha posto " \
    "per due carri e per una fila di gente che va a piedi. I fornai hanno pagato una parte delle pietre, e il pedaggio non sale per gli " \
    "abitanti del borgo. I disegni sono nel municipio e non si pagano.</p>"
#define DUTCH \
    "<h1>De nieuwe brug</h1><p>De raad heeft na zes uur over de brug besloten, en het werk begint in het voorjaar van het jaar.</p><p>Het is de derde " \
    "brug van de stad en breed genoeg voor twee karren en een rij mensen. De bakkers betaalden een deel van de stenen en het tolgeld is " \
    "niet hoger voor de mensen van het dorp. Je kunt de tekeningen bij ons zien.</p>"
#define POLISH \
    "<h1>Nowy most</h1><p>Rada zdecydowała o moście i prace zaczynają się na wiosnę.</p><p>To jest trzeci most w mieście i jest dość szeroki dla dwóch " \
    "wozów oraz dla ludzi, którzy idą do domu. Piekarze zapłacili za kamienie, a opłata nie rośnie i nie jest wysoka. Rysunki są w ratuszu " \
    "i każdy może je oglądać, jak się umówi, od rana do południa, że aż miło.</p>"
#define RUSSIAN \
    "<h1>Новый мост</h1><p>Совет решил, что мост будет построен, и работы начнутся весной.</p><p>Это третий мост города, и он широк как для телег, " \
    "так и для людей, что идут пешком. Пекари заплатили за часть камней, но их имена не названы, если вы хотите знать. Мы покажем чертежи " \
    "при входе, с утра и до полудня, от понедельника или со вторника, и это бесплатно.</p>"
#define JAPANESE \
    "<h1>新しい橋</h1><p>評議会は六時間の議論のあとで新しい橋を決めました。工事は来年の春に始まります。町で三番目の橋で、荷車が二台通れる幅があります。</p>"
#define CHINESE \
    "<h1>新桥</h1><p>经过六个小时的辩论，议会决定修建新桥，工程将于明年春天开始。这是本镇的第三座桥，宽度足以让两辆马车通过，行人也可以走。</p>"
#define SWEDISH \
    "<h1>Den nya bron</h1><p>Rådet har beslutat om bron och arbetet börjar på våren, för att det är torrt då.</p><p>Det är stadens tredje bro och " \
    "den är bred nog för två vagnar och för folk som går till fots. Bagarna betalade en del av stenarna, och tullen är inte högre för dem " \
    "som bor här. Ritningarna kan man se från nio till tolv, och det är inte dyrt att titta på ett par av dem.</p>"

static const char *const languages[] = { GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, POLISH, RUSSIAN, JAPANESE, CHINESE, SWEDISH };

/* The page itself on another day, whatever it speaks of. */
static const char *const real[] = {
    FULL("The new bridge", "<h1>The new bridge is open</h1>" LONG_STORY),
    FULL("The new bridge",
         "<h1>The new bridge</h1>" LONG_STORY "<div class=bar><p>We use cookies.</p><button>Accept all</button></div>"),
    FULL("The new bridge", "<h1>The new bridge</h1>" LONG_STORY "<form>Log in <input name=u><input type=password name=p></form>"),
    FULL("The new bridge", "<h1>The new bridge</h1>" LONG_STORY "<p>Subscribe to continue reading our letter every week."),
    FULL("Why pages say 404 not found", "<h1>Why pages say 404 not found</h1>" LONG_STORY),
    FULL("How to write a cookie notice",
         "<h1>How to write a cookie notice</h1>" LONG_STORY "<p>Say what cookies you keep. <a href=/a>Accept "
         "no less</a></p>"),
    FULL("The new bridge", "<h1>The new bridge</h1>" LONG_STORY "<p>The old bridge is down for maintenance."),
    FULL("Houses", "<h1>This house is for sale</h1>" LONG_STORY "<p>Make an offer."),
    FULL("The new bridge",
         "<h1>The new bridge</h1>" STORY
         "<p>Farmers from the east bank had asked for it since the flood, when they could not bring their milk to the market for "
         "a week.</p>"),
    FULL("The new bridge",
         "<h1>The new bridge</h1>" LONG_STORY "<p>Le pont est ouvert pour tous les habitants de la ville et du bourg.</p>"),
};

struct kind_rows {
    const char *what;
    const char *const *row;
    unsigned kinds; /* each of them is right, as bits */
};

#define ONE(kind) (1u << SUSPECT_##kind)

static const struct kind_rows all[] = {
    { "a login", logins, ONE(LOGIN) | ONE(EMPTY) }, /* a door without words has nothing to read, too */
    { "an error", errors, ONE(ERROR) },
    { "a question about cookies", consents, ONE(CONSENT) },
    { "a parked domain", parked, ONE(PARKED) },
    { "maintenance", maintenance, ONE(ERROR) },
    { "a check for robots", captchas, ONE(CAPTCHA) },
    { "an empty shell", shells, ONE(EMPTY) | ONE(SHRUNK) },
    { "not found", missing, ONE(ERROR) },
    { "a paywall", paywalls, ONE(PAYWALL) },
    { "not for this country", blocked, ONE(BLOCKED) | ONE(ERROR) },
    { "another language", languages, ONE(LANGUAGE) },
    { "the page", real, ONE(NONE) },
};

enum { EACH = 10 };

static void check_row(const char *what, const char *html, unsigned kinds)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) why = BUF(1000);
    struct str address = STR("http://example.org/bridge");
    struct suspect_facts facts = { .old = page_from(&a, STR(PAGE), address), .final_url = STR("") };
    enum suspect kind = suspect_page(page_from(&a, str_of(html), address), &facts, &why);
    ok(kinds >> kind & 1, "%s: %s %.*s (%.70s)", what, suspect_name(kind), STR_ARG(buf_str(&why)), html);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        for (size_t k = 0; k < EACH; k++)
            check_row(all[i].what, all[i].row[k], all[i].kinds);
    return tap_done();
}
