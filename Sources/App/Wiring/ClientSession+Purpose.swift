import ClientStore

extension ClientSession {
  /// The purpose of the session; it decides how much work opening the store may do.
  enum Purpose {
    /// Decides about the workspace's files, and uses nothing of them.
    case trusting
    /// Runs store commands, then exits.
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
