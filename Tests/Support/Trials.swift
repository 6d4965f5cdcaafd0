import Glibc

/// Returns the number of trials of a test with random input: a fifth of `full`, or all of them with
/// `WEIR_TRIALS=full`, which `.ci/run --full` sets.
package func trials(of full: Int) -> Int {
  guard let size = getenv("WEIR_TRIALS"), strcmp(size, "full") == 0 else {
    return max(1, full / 5)
  }
  return full
}
