import Glibc

/// The processor time that a piece of work takes on the thread that carries it out.
///
/// For judging work that neither waits nor hands anything to another thread: on a machine that is
/// busy with other tests a clock on the wall counts their work too.
package func threadTime<Failure>(
  _ work: () throws(Failure) -> Void
) throws(Failure) -> Duration {
  let start = spentByThisThread()
  try work()
  return spentByThisThread() - start
}

private func spentByThisThread() -> Duration {
  var time = timespec()
  let result = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  precondition(result == 0, "Linux always knows a thread's own time.")
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
