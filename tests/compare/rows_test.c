/* Cells of aligned rows: by column, by what the head of the table says, by the heaviest chain. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define HEAD "<table><tr><th>Name<th>2019<th>2020<th>2021"

#define GRID(first, second) "<table><tr><td>" first "<tr><td>" second "</table>"
#define YEARS "<table><tr><th>Name<th>2020<th>2021<th>2022"

static const struct change_case rows[] = {
    { "a cell", GRID("tea<td>10", "milk<td>4"), GRID("tea<td>12", "milk<td>4"), "update: 10 -> 12" },
    { "two cells of one row", GRID("tea<td>10<td>hot", "milk<td>4<td>cold"), GRID("tea<td>12<td>warm", "milk<td>4<td>cold"),
      "update: 10 -> 12\n"
      "update: hot -> warm" },
    { "the same cell of both rows", GRID("tea<td>10", "milk<td>4"), GRID("tea<td>12", "milk<td>5"),
      "update: 10 -> 12\n"
      "update: 4 -> 5" },
    { "a row that came between", GRID("tea<td>10", "milk<td>4"), GRID("tea<td>10", "water<td>0<tr><td>milk<td>4"),
      "insert: -> water\n"
      "0" },
    { "a row that went", GRID("tea<td>10", "milk<td>4"), "<table><tr><td>tea<td>10</table>",
      "delete: milk\n"
      "4" },
    { "a row in the place of another", GRID("tea<td>10", "milk<td>4"), GRID("tea<td>10", "juice of apples<td>7"),
      "delete: milk\n"
      "4\n"
      "insert: -> juice of apples\n"
      "7" },
    { "rows that changed places", "<table><tr><td>tea<td>10<tr><td>milk<td>4<tr><td>water<td>1</table>",
      "<table><tr><td>milk<td>4<tr><td>water<td>1<tr><td>tea<td>10</table>",
      "move: tea\n"
      "10 -> tea\n"
      "10" },
    { "a cell that is empty now", GRID("tea<td>10<td>hot", "milk<td>4<td>cold"), GRID("tea<td><td>hot", "milk<td>4<td>cold"),
      "delete: 10" },
    { "a cell that was empty", GRID("tea<td><td>hot", "milk<td>4<td>cold"), GRID("tea<td>10<td>hot", "milk<td>4<td>cold"),
      "insert: -> 10" },
    { "part of the text of a cell", GRID("tea<td>ten euro a bag", "milk<td>4"), GRID("tea<td>six euro a bag", "milk<td>4"),
      "update: ten -> six" },
};

static const struct change_case columns[] = {
    { "a column in the middle, with its head", YEARS "<tr><td>tea<td>1<td>2<td>3</table>",
      "<table><tr><th>Name<th>2020<th>2020b<th>2021<th>2022<tr><td>tea<td>1<td>9<td>2<td>3</table>",
      "insert: -> 2020b\n"
      "insert: -> 9" },
    { "a column at the end", YEARS "<tr><td>tea<td>1<td>2<td>3</table>", YEARS "<th>2023<tr><td>tea<td>1<td>2<td>3<td>4</table>",
      "insert: -> 2023\n"
      "insert: -> 4" },
    { "the first year went, the next came", YEARS "<tr><td>tea<td>1<td>2<td>3</table>",
      "<table><tr><th>Name<th>2021<th>2022<th>2023<tr><td>tea<td>2<td>3<td>4</table>",
      "delete: 2020\n"
      "insert: -> 2023\n"
      "delete: 1\n"
      "insert: -> 4" },
    { "two columns that changed places",
      "<table><tr><th>Name<th>Price<th>Size<tr><td>tea<td>10<td>big<tr><td>milk<td>4<td>small</table>",
      "<table><tr><th>Name<th>Size<th>Price<tr><td>tea<td>big<td>10<tr><td>milk<td>small<td>4</table>",
      "insert: -> Size\n"
      "delete: Size\n"
      "insert: -> big\n"
      "delete: big\n"
      "insert: -> small\n"
      "delete: small" },
    { "a head that has another word", "<table><tr><th>Name<th>Price<tr><td>tea<td>10</table>",
      "<table><tr><th>Name<th>Cost<tr><td>tea<td>10</table>", "update: Price -> Cost" },
    { "equal values below columns of which one went", "<table><tr><th>Name<th>A<th>B<th>C<tr><td>tea<td>yes<td>yes<td>yes</table>",
      "<table><tr><th>Name<th>A<th>C<tr><td>tea<td>yes<td>yes</table>",
      "delete: B\n"
      "delete: yes" },
    { "without a head the heaviest chain tells which column came", GRID("tea<td>hot<td>10", "milk<td>cold<td>4"),
      GRID("tea<td>new<td>hot<td>10", "milk<td>old<td>cold<td>4"),
      "insert: -> new\n"
      "insert: -> old" },
    { "most cells of a head are heads", "<table><tr><td><th>A<th>B<tr><td>tea<td>1<td>2</table>",
      "<table><tr><td><th>B<tr><td>tea<td>2</table>",
      "delete: A\n"
      "delete: 1" },
};

/* A row of more than 64 cells is aligned by the words that stand once in it. */
static void test_wide(void)
{
    AUTO(example) x = { 0 };
    AUTO(buf) old = BUF(KIB(16));
    AUTO(buf) new = BUF(KIB(16));

    buf_add(&old, STR("<table><tr>"));
    buf_add(&new, STR("<table><tr>"));
    for (unsigned k = 0; k < 70; k++) {
        buf_addf(&old, "<td>w%u", k);
        if (k != 30)
            buf_addf(&new, "<td>%s%u", k == 50 ? "x" : "w", k);
    }
    buf_add_char(&old, '\0');
    buf_add_char(&new, '\0');
    example_open(&x, old.ptr, new.ptr);
    eq_str(example_changes(&x), STR("delete: w30\nupdate: w50 -> x50"), "of a very wide row one cell went and one changed");
}

static void test_tables(void)
{
    CHECK_CHANGES(rows);
    CHECK_CHANGES(columns);
}

int main(void)
{
    EQ_CHANGES("column by column", HEAD "<tr><td>tea<td>1<td>2<td>3</table>", HEAD "<tr><td>tea<td>2<td>3<td>3</table>",
               "update: 1 -> 2\nupdate: 2 -> 3");
    EQ_CHANGES("columns that moved on", HEAD "<tr><td>tea<td>1<td>2<td>3</table>",
               "<table><tr><th>Name<th>2020<th>2021<th>2022<tr><td>tea<td>2<td>3<td>5</table>",
               "delete: 2019\ninsert: -> 2022\ndelete: 1\ninsert: -> 5");
    EQ_CHANGES("a new column beside cells that changed", HEAD "<tr><td>tea<td>1<td>2<td>3</table>",
               "<table><tr><th>Name<th>Colour<th>2019<th>2020<th>2021<tr><td>tea<td>red<td>7<td>8<td>9</table>",
               "insert: -> Colour\ninsert: -> red\nupdate: 1 -> 7\nupdate: 2 -> 8\nupdate: 3 -> 9");
    EQ_CHANGES("a column that went", HEAD "<tr><td>tea<td>5<td>5<td>5</table>",
               "<table><tr><th>Name<th>2019<th>2021<tr><td>tea<td>5<td>6</table>", "delete: 2020\ndelete: 5\nupdate: 5 -> 6");
    EQ_CHANGES("without a head by the heaviest chain", "<table><tr><td>tea<td>10<td>cold</table>",
               "<table><tr><td>tea<td>hot<td>10<td>cold</table>", "insert: -> hot");
    test_tables();
    test_wide();
    return tap_done();
}
