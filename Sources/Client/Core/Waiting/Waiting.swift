/// The tasks that wait for something a client does.
struct Waiting {
  let jobs = JobWaiting()
  var idle = IdleWaiters()

  mutating func resumeAll() {
    jobs.resumeAll()
    idle.resumeAll()
  }
}
