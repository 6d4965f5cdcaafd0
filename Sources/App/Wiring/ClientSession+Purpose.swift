import ClientStore

extension ClientSession {
  /// What it is opened for; that decides what opening may cost.
  enum Purpose {
    /// Orders to the store, then the end.
    case orders
    /// Requests of the command's own, then the end.
    case sending
    /// Looking on for as long as the user likes.
    case watching
    /// Running the queue.
    case running

    var storeUse: StoreUse {
      switch self {
      case .orders, .sending: .oneShot
      case .watching, .running: .session
      }
    }
  }
}
