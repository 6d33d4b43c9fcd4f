/* Cells of aligned rows: by column, by what the head of the table says, by the heaviest chain. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define HEAD "<table><tr><th>Name<th>2019<th>2020<th>2021"

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
    return tap_done();
}
