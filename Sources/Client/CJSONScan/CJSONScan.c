#include "CJSONScan.h"
