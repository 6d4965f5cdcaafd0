#ifndef CCRYPTO_H
#define CCRYPTO_H
#endif
