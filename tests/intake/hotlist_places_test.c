/* Firefox's bookmarks: folders, tags, dates, last visits, and trees that go in circles. */
#include "tests/intake/databases.h"
#include "tests/intake/hotlists.h"

static void check(struct arena *a, const char *path, const char *want, const char *what)
{
    struct hotlist h = { 0 };
    struct err e = { 0 };
    if (!ok(hotlist_load(a, path, &h, &e) == 0, "%s: %s", what, e.text))
        return;
    eq_int(h.format, HOTLIST_PLACES, "its format");
    eq_str(hotlist_lines(a, &h), str_of(want), what);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    struct hotlist h;
    struct err e = { 0 };
    const char *path = folder_path(&a, &f, "places.sqlite");
    sqlite3 *db = database(
        path, FIREFOX_SCHEMA
        "PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE;"
        "INSERT INTO moz_places VALUES (1,'http://a.org/','A',3,1456433741000000),(2,'https://b.org/','B',0,NULL),(3,'place:sort=8','',0,NULL),(4,'javascript:1','',0,NULL);"
        "INSERT INTO moz_bookmarks VALUES (1,2,NULL,0,0,'','1','root________'),(2,2,NULL,1,0,'menu','1','menu________'),(3,2,NULL,1,1,'toolbar','1','toolbar_____'),"
        "(4,2,NULL,1,2,'tags','1','tags________'),(10,2,NULL,2,0,'News',1,'abcdefghijkl'),(11,2,NULL,10,0,'Local',1,'abcdefghijk2'),"
        "(20,1,1,11,0,'Page A',1400000000000000,'abcdefghijk3'),(21,1,2,3,0,NULL,1400000001000000,'abcdefghijk4'),(22,1,3,3,1,'Recent',1,'abcdefghijk5'),"
        "(23,1,4,3,2,'Script',1,'abcdefghijk6'),(30,2,NULL,4,0,'good',1,'abcdefghijk7'),(31,1,1,30,0,NULL,1,'abcdefghijk8'),(32,2,NULL,4,1,'old',1,'abcdefghijk9'),"
        "(33,1,1,32,0,NULL,1,'abcdefghij10'),(34,1,2,32,1,NULL,1,'abcdefghij11'),(40,3,NULL,3,3,NULL,1,'abcdefghij12')");
    check(&a, path,
          "https://b.org/ tag<old> added<1400000001000>\n"
          "http://a.org/ title<Page A> folder<News/Local> tag<good> tag<old> added<1400000000000> visited<1456433741000>\n"
          "lost javascript:1: weft watches http, https and file addresses only\n",
          "bookmarks of a running Firefox");
    sqlite3_close(db);
    path = folder_path(&a, &f, "circle.sqlite");
    sqlite3_close(database(
        path, FIREFOX_SCHEMA
        "INSERT INTO moz_places VALUES (1,'http://a.org/','A',3,1); INSERT INTO moz_bookmarks VALUES (1,2,NULL,2,0,'x','1','a'),"
        "(2,2,NULL,1,0,'y','1','b'),(3,1,1,2,0,'A','1','c'),(4,1,99,77,0,'nowhere','1','d')"));
    ok(hotlist_load(&a, path, &h, &e) == 0 && h.n == 1 && h.item[0].folder.len == 127, "parents in a circle end: %s", e.text);
    path = folder_path(&a, &f, "History");
    sqlite3_close(database(path, CHROMIUM_SCHEMA));
    ok(hotlist_load(&a, path, &h, &e) == E_FORMAT && strstr(e.text, "Bookmarks"), "%s", e.text);
    return tap_done();
}
