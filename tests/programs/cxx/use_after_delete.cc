// A deleted object is a freed one.
struct Node { int value; };
int main() {
  Node *node = new Node{3};
  delete node;
  return node->value; //~ ERROR use-after-free
}
//~ PATHS: any
