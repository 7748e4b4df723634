// A loop that an unknown condition may leave, at most three rounds.
int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0;
  while (rounds < 3 && __VERIFIER_nondet_int()) rounds++;
  return rounds;
}
//~ PATHS: 4
