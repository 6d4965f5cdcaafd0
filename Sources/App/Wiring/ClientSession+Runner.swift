import ClientStore

extension ClientSession {
  /// Notifies the user that jobs do not run because the queue runner process is stopped, as by
  /// Ctrl+Z.
  func reportStoppedRunner() {
    if let failure = store?.stoppedRunner { Console.complain(failure) }
  }
}
