import ClientStore

extension ClientSession {
  /// The purpose of the session, which decides how much work opening the store may do.
  enum Purpose {
    /// Decides about the trust in the workspace's files without using the files.
    case trusting
    /// Executes commands on the store, then exits.
    case orders
    /// Sends the command's own requests, then exits.
    case sending
    /// Follows changes until the user or a condition ends the command.
    case watching
    /// Runs the queue.
    case running

    var storeUse: StoreUse {
      switch self {
      case .trusting, .orders, .sending: .oneShot
      case .watching, .running: .session
      }
    }
  }
}
