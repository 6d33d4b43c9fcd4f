/* Texts in many languages and sets, with nothing that names the set, with a page around them, and with a declaration. */
#include <iconv.h>

#include "parse/charset.h"
#include "tests/tap.h"

/* About 200 characters of plain prose each. */
static const struct text {
    const char *language;
    const char *charset; /* for iconv */
    const char *text;
} text[] = {
    { "French", "windows-1252",
      "La bibliothèque a été fermée pendant l’été à cause des travaux. Dès la rentrée, les élèves pourront à nouveau y emprunter des "
      "livres, lire les journaux et préparer leurs leçons dans une grande salle claire où règne le silence." },
    { "German", "windows-1252",
      "Die Brücke über den Fluß wird für drei Monate gesperrt. Während dieser Zeit müssen Fußgänger und Radfahrer den Weg über die "
      "schmale Straße am südlichen Ufer wählen; für größere Fahrzeuge gibt es keine Möglichkeit." },
    { "Spanish", "windows-1252",
      "¿Cuándo volverá a abrir la estación? El año pasado llegó más gente que nunca a las montañas, y el pueblo pequeño todavía no "
      "sabe cómo recibirá a los niños que vendrán según el calendario de invierno." },
    { "Portuguese", "windows-1252",
      "A reunião começou às nove da manhã e não terminou antes do almoço. Os irmãos discutiram a situação do país, as eleições e os "
      "preços, mas não chegaram a nenhuma conclusão que também agradasse aos seus avós." },
    { "Swedish", "windows-1252",
      "På våren när snön smälter går många människor ut i skogen för att höra fåglarna sjunga. Det är också då som bönderna börjar "
      "arbeta på åkrarna och barnen får leka ute längre på kvällarna än förut." },
    { "Danish", "windows-1252",
      "Når sneen smelter om foråret, går mange mennesker ud i skoven for at høre fuglene synge. Det er også på den tid, at bønderne "
      "begynder at pløje markerne, og børnene må lege ude længere end før." },
    { "Icelandic", "windows-1252",
      "Þegar snjórinn bráðnar á vorin fara margir út í náttúruna til að hlusta á fuglana. Það er líka þá sem bændur byrja að vinna á "
      "túnunum og börnin fá að leika sér úti lengur á kvöldin en áður." },
    { "Polish", "windows-1250",
      "Wczoraj późnym wieczorem nad miastem przeszła gwałtowna burza. Silny wiatr połamał gałęzie, a ulewny deszcz zalał kilka ulic. "
      "Strażacy wyjeżdżali do późnej nocy, żeby pomóc mieszkańcom, którzy źle znosili tę pogodę." },
    { "Polish", "ISO-8859-2",
      "Wczoraj późnym wieczorem nad miastem przeszła gwałtowna burza. Silny wiatr połamał gałęzie, a ulewny deszcz zalał kilka ulic. "
      "Strażacy wyjeżdżali do późnej nocy, żeby pomóc mieszkańcom, którzy źle znosili tę pogodę." },
    { "Czech", "windows-1250",
      "Včera pozdě večer se nad městem přehnala prudká bouře. Silný vítr lámal větve stromů a přívalový déšť zaplavil několik ulic. "
      "Hasiči vyjížděli až do noci, aby pomohli lidem, kteří žijí v nejníže položených částech." },
    { "Czech", "ISO-8859-2",
      "Včera pozdě večer se nad městem přehnala prudká bouře. Silný vítr lámal větve stromů a přívalový déšť zaplavil několik ulic. "
      "Hasiči vyjížděli až do noci, aby pomohli lidem, kteří žijí v nejníže položených částech." },
    { "Hungarian", "windows-1250",
      "Tegnap késő este erős vihar vonult át a város fölött. A szél ágakat tört le a fákról, a felhőszakadás pedig több utcát is "
      "elöntött. A tűzoltók egész éjjel dolgoztak, hogy segítsenek az idős embereknek." },
    { "Romanian", "ISO-8859-2",
      "Ieri seară târziu o furtună puternică a trecut peste oraş. Vântul a rupt crengile copacilor, iar ploaia a inundat mai multe "
      "străzi. Pompierii au ieşit până noaptea târziu ca să îi ajute pe oamenii în vârstă." },
    { "Croatian", "windows-1250",
      "Jučer kasno navečer iznad grada je prošla žestoka oluja. Snažan vjetar lomio je grane, a jaka kiša poplavila je nekoliko "
      "ulica. Vatrogasci su izlazili cijelu noć kako bi pomogli ljudima čije su kuće najniže; šteta još nije poznata, već će se znati "
      "sljedeći tjedan." },
    { "Turkish", "windows-1254",
      "Dün gece geç saatlerde şehrin üzerinden şiddetli bir fırtına geçti. Güçlü rüzgâr ağaçların dallarını kırdı, sağanak yağış "
      "birkaç sokağı su altında bıraktı. İtfaiye sabaha kadar yaşlılara yardım için çalıştı." },
    { "Lithuanian", "windows-1257",
      "Vakar vėlai vakare virš miesto praūžė smarki audra. Stiprus vėjas laužė medžių šakas, o liūtis užtvindė kelias gatves. "
      "Ugniagesiai visą naktį važinėjo, kad padėtų žmonėms, kurių namai stovi žemiausiose vietose." },
    { "Latvian", "windows-1257",
      "Vakar vēlu vakarā pār pilsētu pārgāja spēcīga vētra. Stiprais vējš lauza koku zarus, bet lietusgāze appludināja vairākas "
      "ielas. Ugunsdzēsēji visu nakti devās palīgā cilvēkiem, kuru mājas atrodas viszemākajās vietās." },
    { "Vietnamese", "windows-1258",
      "Tối hôm qua một cơn bão lớn đã đi qua thành phố. Gió mạnh làm gãy nhiều cành cây và mưa to làm ngập nhiều con đường. Lính cứu "
      "hỏa làm việc suốt đêm để giúp đỡ những người sống ở vùng thấp." },
    { "Russian", "windows-1251",
      "Вчера поздно вечером над городом прошла сильная гроза. Порывистый ветер ломал ветви деревьев, а ливень затопил несколько улиц. "
      "Пожарные выезжали до глубокой ночи, чтобы помочь людям, живущим в самых низких местах." },
    { "Russian", "KOI8-R",
      "Вчера поздно вечером над городом прошла сильная гроза. Порывистый ветер ломал ветви деревьев, а ливень затопил несколько улиц. "
      "Пожарные выезжали до глубокой ночи, чтобы помочь людям, живущим в самых низких местах." },
    { "Russian", "CP866",
      "Вчера поздно вечером над городом прошла сильная гроза. Порывистый ветер ломал ветви деревьев, а ливень затопил несколько улиц. "
      "Пожарные выезжали до глубокой ночи, чтобы помочь людям, живущим в самых низких местах." },
    { "Russian", "ISO-8859-5",
      "Вчера поздно вечером над городом прошла сильная гроза. Порывистый ветер ломал ветви деревьев, а ливень затопил несколько улиц. "
      "Пожарные выезжали до глубокой ночи, чтобы помочь людям, живущим в самых низких местах." },
    { "Ukrainian", "windows-1251",
      "Учора пізно ввечері над містом пройшла сильна гроза. Поривчастий вітер ламав гілля дерев, а злива затопила кілька вулиць. "
      "Пожежники виїздили до глибокої ночі, щоб допомогти людям, які живуть у найнижчих місцях." },
    { "Ukrainian", "KOI8-U",
      "Учора пізно ввечері над містом пройшла сильна гроза. Поривчастий вітер ламав гілля дерев, а злива затопила кілька вулиць. "
      "Пожежники виїздили до глибокої ночі, щоб допомогти людям, які живуть у найнижчих місцях." },
    { "Bulgarian", "windows-1251",
      "Снощи късно вечерта над града премина силна буря. Поривистият вятър чупеше клоните на дърветата, а дъждът наводни няколко "
      "улици. Пожарникарите излизаха до късно през нощта, за да помогнат на хората." },
    { "Greek", "windows-1253",
      "Χθες αργά το βράδυ πέρασε πάνω από την πόλη μια δυνατή καταιγίδα. Ο ισχυρός άνεμος έσπασε κλαδιά δέντρων και η βροχή πλημμύρισε "
      "αρκετούς δρόμους. Άνθρωποι που μένουν στα χαμηλά ζήτησαν βοήθεια." },
    { "Greek", "ISO-8859-7",
      "Χθες αργά το βράδυ πέρασε πάνω από την πόλη μια δυνατή καταιγίδα. Ο ισχυρός άνεμος έσπασε κλαδιά δέντρων και η βροχή πλημμύρισε "
      "αρκετούς δρόμους. Άνθρωποι που μένουν στα χαμηλά ζήτησαν βοήθεια." },
    { "Hebrew", "windows-1255",
      "אתמול בשעות הערב המאוחרות עברה מעל העיר סערה חזקה. הרוח שברה ענפים של עצים והגשם הציף כמה רחובות. הכבאים יצאו עד שעות הלילה כדי "
      "לעזור לאנשים שגרים במקומות הנמוכים ביותר." },
    { "Arabic", "windows-1256",
      "مرت مساء أمس عاصفة قوية فوق المدينة. كسرت الرياح أغصان الأشجار وأغرقت الأمطار عدة شوارع. وخرج رجال الإطفاء حتى ساعة متأخرة من "
      "الليل لمساعدة الناس الذين يعيشون في المناطق المنخفضة." },
    { "Arabic", "ISO-8859-6",
      "مرت مساء أمس عاصفة قوية فوق المدينة. كسرت الرياح أغصان الأشجار وأغرقت الأمطار عدة شوارع. وخرج رجال الإطفاء حتى ساعة متأخرة من "
      "الليل لمساعدة الناس الذين يعيشون في المناطق المنخفضة." },
    { "Thai", "CP874",
      "เมื่อคืนนี้มีพายุแรงพัดผ่านเมือง ลมแรงทำให้กิ่งไม้หักและฝนตกหนักจนน้ำท่วมถนนหลายสาย เจ้าหน้าที่ดับเพลิงทำงานจนดึกเพื่อช่วยเหลือผู้คนที่อาศัยอยู่ในที่ต่ำ" },
    { "Japanese", "CP932",
      "昨日の夜遅く、強い嵐が町の上を通り過ぎました。風で木の枝が折れ、大雨で何本もの道が水につかりました。消防の人たちは夜中まで、低い所に住んでいる人を助けるために働きました。" },
    { "Japanese", "EUC-JP",
      "昨日の夜遅く、強い嵐が町の上を通り過ぎました。風で木の枝が折れ、大雨で何本もの道が水につかりました。消防の人たちは夜中まで、低い所に住んでいる人を助けるために働きました。" },
    { "Japanese", "ISO-2022-JP",
      "昨日の夜遅く、強い嵐が町の上を通り過ぎました。風で木の枝が折れ、大雨で何本もの道が水につかりました。消防の人たちは夜中まで、低い所に住んでいる人を助けるために働きました。" },
    { "Korean", "EUC-KR",
      "어젯밤 늦게 강한 폭풍이 도시 위를 지나갔습니다. 바람에 나뭇가지가 부러지고 큰비로 여러 거리가 물에 잠겼습니다. 소방관들은 낮은 곳에 사는 사람들을 돕기 위해 밤늦게까지 "
      "일했습니다." },
    { "Chinese (simplified)", "GBK",
      "昨天深夜，一场强烈的暴风雨经过了这座城市。大风吹断了许多树枝，大雨淹没了几条街道。消防人员一直工作到半夜，帮助那些住在低处的人们。市长说，今年的天气和往年很不一样，大家要小心。" },
    { "Chinese (traditional)", "BIG5",
      "昨天深夜，一場強烈的暴風雨經過了這座城市。大風吹斷了許多樹枝，大雨淹沒了幾條街道。消防人員一直工作到半夜，幫助那些住在低處的人們。市長說，今年的天氣和往年很不一樣，大家要小心。" },
    { "Russian", "UTF-8",
      "Вчера поздно вечером над городом прошла сильная гроза. Порывистый ветер ломал ветви деревьев, а ливень затопил несколько улиц." },
    { "English", "UTF-16LE",
      "Late last night a heavy storm passed over the town. The wind broke branches, and rain flooded some streets." },
    { "English", "UTF-16BE",
      "Late last night a heavy storm passed over the town. The wind broke branches, and rain flooded some streets." },
};

static struct str recode(struct arena *a, const char *to, const char *from, struct str s)
{
    iconv_t way = iconv_open(to, from);
    size_t room = s.len * 4 + 64, left = room, n = s.len;
    char *out = NEW_ARRAY(a, char, room), *at = out, *in = (char *)s.ptr;
    bool done =
        way != (iconv_t)-1 && iconv(way, &in, &n, &at, &left) != (size_t)-1 && iconv(way, NULL, NULL, &at, &left) != (size_t)-1;
    if (way != (iconv_t)-1)
        iconv_close(way);
    if (!done)
        printf("# iconv from %s to %s failed\n", from, to);
    return (struct str){ out, done ? room - left : 0 };
}

/* The text as it comes back from the bytes, alone or with a declaration. Two sets may hold a text in the same bytes, so what must
 * come back is the text, not the name. */
static void check_text(const struct text *t, struct str head, struct str tail)
{
    AUTO(arena) a = { 0 };
    struct str page = arena_printf(&a, "%.*s%s%.*s", STR_ARG(head), t->text, STR_ARG(tail)), back = { "", 0 };
    struct str bytes = recode(&a, t->charset, "UTF-8", page);
    /* Vietnamese is written with marks of its own there: the round trip through iconv says what can be expected. */
    struct str want = recode(&a, "UTF-8", t->charset, bytes);
    struct charset charset = charset_of(bytes, (struct str){ "", 0 });
    ok(charset_decode(&a, bytes, charset, &back, NULL) == 0, "%s in %s decodes as %s", t->language, t->charset, charset.name);
    if (strcmp(t->charset, "windows-1258") == 0)
        ok(strcmp(charset.name, t->charset) == 0, "%s in %s: %s", t->language, t->charset, charset.name);
    else
        ok(str_eq(back, want), "%s in %s comes back (%s)", t->language, t->charset, charset.name);
}

/* The decoder works in pieces: wherever they fall, a long text comes back. */
static void check_long(const struct text *t, const char *name)
{
    AUTO(arena) a = { 0 };
    unsigned wrong = 0;
    for (int lead = 0; lead < 4; lead++) {
        struct str page = arena_printf(&a, "%.*s%s%s%s%s%s%s%s%s", lead, "xyz", t->text, t->text, t->text, t->text, t->text,
                                       t->text, t->text, t->text);
        struct str bytes = recode(&a, t->charset, "UTF-8", page), back = { "", 0 };
        struct str want = recode(&a, "UTF-8", t->charset, bytes);
        wrong += charset_decode(&a, bytes, (struct charset){ .name = name }, &back, NULL) || !str_eq(back, want);
    }
    eq_int(wrong, 0, arena_printf(&a, "a long text in %s", t->charset).ptr);
}

static void detects(const char *what, struct str bytes, const char *name)
{
    struct charset charset = charset_of(bytes, (struct str){ "", 0 });
    ok(strcmp(charset.name, name) == 0, "%s: %s from %s", what, charset.name, charset.source);
}

static void test_nearly(void)
{
    detects("one broken byte in UTF-8", STR("Grüße für die Straße, schöne Möglichkeiten, ä ö ü, größer \xfc ß"), "UTF-8");
    detects("one accent", STR("caf\xe9"), "windows-1252");
    detects("one quote", STR("it\x92s fine"), "windows-1252");
    detects("copyright", STR("\xa9 all rights \xa0 reserved \xa0\xa0\xa0 by us"), "windows-1252");
    detects("names of many lands", STR("Str\366mberg, Thi\351baut, S\370rensen, Mu\361oz, Gon\347alves, Bj\370rn \305s"),
            "windows-1252");
    detects("ISO-2022-JP that never comes back to ASCII", STR("\033$B%F%9%H"), "UTF-8");
    detects("only no-break spaces", STR("<td>\xa0</td><td>\xa0\xa0</td><td>a\xa0z</td>"), "windows-1252");
}

int main(void)
{
    test_nearly();
    for (size_t i = 0; i < ARRAY_LEN(text); i++) {
        const char *name = charset_name(str_of(text[i].charset));
        name = strcmp(text[i].charset, "CP932") == 0 ? "Shift_JIS" : strcmp(text[i].charset, "CP874") == 0 ? "windows-874" : name;
        if (strcmp(text[i].charset, "windows-1258") != 0)
            check_long(&text[i], name);
        check_text(&text[i], STR(""), STR(""));
        check_text(&text[i], STR("<html><head><title>x</title><body class=\"a b\"><p>"), STR("</p><a href=/x>more</a></html>\n"));
        if (strncmp(text[i].charset, "UTF-16", 6) != 0) {
            AUTO(arena) a = { 0 };
            check_text(&text[i], arena_printf(&a, "<!doctype html><meta charset=%s><p>", text[i].charset), STR("</p>"));
        }
    }
    return tap_done();
}
