#ifndef CJSONSCAN_H
#define CJSONSCAN_H
#endif
