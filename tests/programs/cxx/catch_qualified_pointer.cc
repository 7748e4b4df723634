// A pointer to what is constant is not caught as one to what may be changed.
//~ EXEC
//~ PATHS: 1
#include <cstdio>

struct Thing { int x = 1; };

template <class Thrown> void show(const char *what, Thrown thrown) {
  try {
    throw thrown;
  } catch (char *) {
    std::printf("%s: char *\n", what);
  } catch (const char *) {
    std::printf("%s: const char *\n", what);
  } catch (Thing *) {
    std::printf("%s: Thing *\n", what);
  } catch (const Thing *) {
    std::printf("%s: const Thing *\n", what);
  } catch (int) {
    std::printf("%s: int\n", what);
  }
}

int main() {
  char text[] = "text";
  Thing thing;
  show<char *>("changeable text", text);
  show<const char *>("constant text", text);
  show<Thing *>("changeable", &thing);
  show<const Thing *>("constant", &thing);
  show<int>("number", 1);
  return 0;
}
