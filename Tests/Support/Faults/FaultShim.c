// The shared library that makes system calls fail is built from here at test time.
