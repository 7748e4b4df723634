// The processor has an answer.
static volatile double huge = 1e10;
int main(void) { return (int)huge == 5; }
//~ PATHS: 1
