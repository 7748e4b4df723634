// A table-free CRC of known bytes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *text = "123456789";
  uint32_t crc = ~0u;
  for (size_t i = 0; i < strlen(text); i++) {
    crc ^= (unsigned char)text[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
  }
  printf("%08x\n", ~crc);
  return (int)(~crc & 0x7f);
}
//~ EXEC
//~ EXIT: 38
//~ PATHS: 1
