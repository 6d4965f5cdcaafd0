/// The tasks that wait for something a client does.
struct Waiting {
  var jobs = JobWaiters()
  var idle = IdleWaiters()

  mutating func resumeAll() {
    jobs.resumeAll()
    idle.resumeAll()
  }
}
