import ViewModels

extension ComposerEvent {
  /// A single request has a new name.
  static func renamed(_ name: String, to other: String) -> ComposerEvent {
    let moves = [SavedMove(.request(name), to: other)]
    return .moved(MovedRequests(moves, names: moves))
  }

  /// A single request was deleted.
  static func deleted(_ name: String, file: [UInt8] = []) -> ComposerEvent {
    .deleted([.request(name)], files: [DeletedRequest(name, file: file)], folders: [])
  }
}

extension RequestsEffect {
  static func rename(_ name: String, to other: String) -> RequestsEffect {
    .move([SavedMove(.request(name), to: other)])
  }
}
