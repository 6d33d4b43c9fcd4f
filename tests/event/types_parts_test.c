/* Tables and lists by id, caption, heading and number; rows, cells and items that changed. */
#include "tests/event/type_pages.h"

#define ROW(name, price) "<tr><td>" name "</td><td>" price "</td></tr>"
#define TABLE(rows) "<h2>Teas of the house</h2><p>x</p><table id=teas><caption>Our prices</caption>" rows "</table>"
#define OTHER "<table id=other>" ROW("Cup", "5") "</table>"
#define LIST(items) "<h2>News</h2><ul id=news>" items "</ul>"

int main(void)
{
    eq_found("table teas", TABLE(ROW("Assam", "10") ROW("Sencha", "12")), TABLE(ROW("Assam", "11") ROW("Sencha", "12")),
             "update: Assam: 10 -> 11");
    eq_found("table \"our PRICES\"", TABLE(ROW("Assam", "10")), TABLE(ROW("Assam", "11")), "update: Assam: 10 -> 11");
    eq_found("table \"teas of the house\"", TABLE(ROW("Assam", "10")), TABLE(ROW("Assam", "11")), "update: Assam: 10 -> 11");
    eq_found("table 2", OTHER TABLE(ROW("Assam", "10")), OTHER TABLE(ROW("Assam", "11")), "update: Assam: 10 -> 11");
    eq_found("table 1", OTHER TABLE(ROW("Assam", "10")), OTHER TABLE(ROW("Assam", "11")), "");
    eq_found("table teas", TABLE(ROW("Assam", "10")), TABLE(ROW("Assam", "10") ROW("Sencha", "12")), "insert: Sencha 12");
    eq_found("table teas", TABLE(ROW("Assam", "10") ROW("Sencha", "12")), TABLE(ROW("Sencha", "12")), "delete: Assam 10");
    eq_found("table teas", TABLE(ROW("Assam", "10") ROW("Sencha", "12")), TABLE(ROW("Sencha", "12") ROW("Assam", "10")), "");
    eq_found("table teas", TABLE(ROW("Assam", "10")) OTHER, OTHER TABLE(ROW("Assam", "10")), "");
    eq_found("table teas", "<p>x</p>", TABLE(ROW("Assam", "10")), "insert: Assam 10");
    eq_found("table teas", TABLE(ROW("Assam", "10")), "<p>x</p>", "delete: Assam 10");
    eq_found("table cups", TABLE(ROW("Assam", "10")), "<p>x</p>", "(table \"cups\" is not on the page)");
    eq_found("table 9", TABLE(ROW("Assam", "10")), TABLE(ROW("Assam", "11")), "(table 9 is not on the page)");
    eq_found("table teas", TABLE("<tr><th>Name</th><th>Price</th></tr>" ROW("Assam", "10")),
             TABLE("<tr><th>Name</th><th>Price</th></tr>" ROW("Assam", "11")), "update: Assam, Price: 10 -> 11");
    eq_found("list news", LIST("<li>one more thing<li>two other things<li>three"),
             LIST("<li>zero<li>one more thing<li>two other things"), "delete: three; insert: zero");
    eq_found("list news", LIST("<li>one thing<li>two things"), LIST("<li>zero things<li>one thing<li>two things"),
             "insert: zero things");
    eq_found("list \"News\"", LIST("<li>one thing<li>two things"), LIST("<li>one thing<li>two new things"),
             "update: two things -> two new things");
    eq_found("list 1", LIST("<li>one thing<li>two things"), LIST("<li>one thing"), "delete: two things");
    eq_found("list news", LIST("<li>one thing<li>two things") "<p>a", LIST("<li>one thing<li>two things") "<p>b", "");
    return tap_done();
}
