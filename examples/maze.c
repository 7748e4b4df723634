/* A maze, and an unknown list of moves through it. The program claims that nobody gets out.
 *
 *     ./pleach run examples/maze.c
 *
 * One sees one failed assertion; its input `moves` is the only way out, ssssdddd... Walls and the
 * own footsteps stop a walk, so every path through the program is one walk through the maze. */
#include <assert.h>
#include <pleach.h>

enum { STEPS = 20 };

static char maze[][14] = {
    "#############",
    "#S# #     # #",
    "# # # ### # #",
    "#   #   #   #",
    "# ##### ### #",
    "#     #   # #",
    "# ### # # ###",
    "#   #   #  E#",
    "#############",
};

int main(void) {
  char moves[STEPS];
  pleach_symbolic(moves, sizeof moves, "moves");

  int x = 1, y = 1;
  for (int i = 0; i < STEPS; i++) {
    switch (moves[i]) {
      case 'w': y--; break;
      case 's': y++; break;
      case 'a': x--; break;
      case 'd': x++; break;
      default: return 1; /* not a move */
    }
    assert(maze[y][x] != 'E' && "out of the maze"); //~ ERROR assert
    if (maze[y][x] != ' ') return 2; /* a wall, or where we have been */
    maze[y][x] = '.';
  }
  return 0;
}
//~ INPUT moves = hex 73 73 73 73 64 64 64 64 73 73 64 64 77 77 64 64 73 73 64 64
//~ PATHS: 133
//~ ERRORS: 1
//~ TESTS: 133
