import ClientStore

extension ClientSession {
  /// Tells the user that jobs do not run because the queue runner process is stopped, as by Ctrl+Z.
  func reportStoppedRunner() {
    if let failure = store?.stoppedRunner { Console.complain(failure) }
  }
}
