import ClientStore

extension ClientSession {
  /// Tells the user that nothing runs because the process that runs the queue is stopped, as by Ctrl+Z.
  func reportStoppedRunner() {
    if let failure = store?.stoppedRunner { Console.complain(failure) }
  }
}
