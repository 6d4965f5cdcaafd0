public import ClientModel
import Synchronization

/// Keeps values that stages took from answers, for later requests that name them by `value:NAME`.
public protocol ValueKeeper: Sendable {
  func keep(_ value: Secret, named name: String, workspace: String) async throws(Failure)

  /// Nil when there is none of that name.
  func value(named name: String, workspace: String) async throws(Failure) -> Secret?
}

/// In memory, for as long as the program runs.
public final class MemoryValues: ValueKeeper {
  private struct Key: Hashable {
    let workspace: String
    let name: String
  }

  private let values = Mutex<[Key: Secret]>([:])

  public init() {}

  public func keep(_ value: Secret, named name: String, workspace: String) {
    values.withLock { $0[Key(workspace: workspace, name: name)] = value }
  }

  public func value(named name: String, workspace: String) -> Secret? {
    values.withLock { $0[Key(workspace: workspace, name: name)] }
  }
}
