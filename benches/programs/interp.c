/* A small interpreter loop: a register machine in a switch, running a program that counts the
 * primes below N by trial division. Most of the time goes into fetch and dispatch. */
#include <stdint.h>
#include <stdio.h>
#ifndef N
#define N 20000
#endif

enum { SET, ADD, SUB, MUL, REM, LESS, EQUAL, JUMP_IF, JUMP, HALT };

struct instruction {
  uint8_t op, to, left, right;
  int32_t value;
};

/* r0 candidate, r1 divisor, r2 count, r3 scratch, r4 limit, r5 one, r6 zero */
static const struct instruction program[] = {
    {SET, 0, 0, 0, 2},     /*  0: candidate = 2 */
    {SET, 2, 0, 0, 0},     /*  1: count = 0 */
    {SET, 4, 0, 0, N},     /*  2: limit = N */
    {SET, 5, 0, 0, 1},     /*  3: one */
    {SET, 6, 0, 0, 0},     /*  4: zero */
    {LESS, 3, 0, 4, 0},    /*  5: candidate < limit? */
    {EQUAL, 3, 3, 6, 0},   /*  6 */
    {JUMP_IF, 0, 3, 0, 21}, /*  7: no: halt */
    {SET, 1, 0, 0, 2},     /*  8: divisor = 2 */
    {MUL, 3, 1, 1, 0},     /*  9: divisor * divisor */
    {LESS, 3, 0, 3, 0},    /* 10: is it greater than the candidate? */
    {JUMP_IF, 0, 3, 0, 16}, /* 11: yes: a prime */
    {REM, 3, 0, 1, 0},     /* 12 */
    {EQUAL, 3, 3, 6, 0},   /* 13: divisible? */
    {JUMP_IF, 0, 3, 0, 17}, /* 14: yes: not a prime */
    {JUMP, 0, 0, 0, 19},   /* 15 */
    {ADD, 2, 2, 5, 0},     /* 16: count++ */
    {ADD, 0, 0, 5, 0},     /* 17: candidate++ */
    {JUMP, 0, 0, 0, 5},    /* 18 */
    {ADD, 1, 1, 5, 0},     /* 19: divisor++ */
    {JUMP, 0, 0, 0, 9},    /* 20 */
    {HALT, 0, 0, 0, 0},    /* 21 */
};

static uint32_t run(uint32_t *steps) {
  uint32_t r[8] = {0};
  uint32_t at = 0, done = 0;
  for (;;) {
    const struct instruction *i = &program[at++];
    done++;
    switch (i->op) {
    case SET: r[i->to] = (uint32_t)i->value; break;
    case ADD: r[i->to] = r[i->left] + r[i->right]; break;
    case SUB: r[i->to] = r[i->left] - r[i->right]; break;
    case MUL: r[i->to] = r[i->left] * r[i->right]; break;
    case REM: r[i->to] = r[i->left] % r[i->right]; break;
    case LESS: r[i->to] = r[i->left] < r[i->right]; break;
    case EQUAL: r[i->to] = r[i->left] == r[i->right]; break;
    case JUMP_IF: if (r[i->left]) at = (uint32_t)i->value; break;
    case JUMP: at = (uint32_t)i->value; break;
    default: *steps = done; return r[2];
    }
  }
}

int main(void) {
  uint32_t steps;
  uint32_t primes = run(&steps);
  printf("%u primes below %d in %u steps\n", primes, N, steps);
  return 0;
}
