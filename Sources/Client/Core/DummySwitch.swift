public import ClientModel
import ClientPipeline
import Synchronization

/// Which requests dummy responses answer; changed while jobs run, effective at the next attempt.
public final class DummySwitch: Sendable {
  private struct State {
    var mode: DummyMode
    var book: DummyBook
  }

  private let state: Mutex<State>

  /// - Parameter routes: Looked through in order. A route's `base` is a whole URL, or nil for any.
  public init(_ mode: DummyMode = .off, routes: [DummyRoute] = []) {
    state = Mutex(State(mode: mode, book: DummyBook(routes)))
  }

  public var mode: DummyMode { state.withLock { $0.mode } }

  public func turn(_ mode: DummyMode) { state.withLock { $0.mode = mode } }

  public func use(_ routes: [DummyRoute]) { state.withLock { $0.book = DummyBook(routes) } }

  /// The answer in place of the server's; nil when the request goes to the network.
  public func answer(to request: WireRequest) -> DummyAnswer? {
    let now = state.withLock { $0 }
    if now.mode == .off { return nil }
    let body: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
    let answer = now.book.answer(
      to: DummyBook.Question(
        method: request.method.rawValue, url: request.url, headers: request.headers, body: body))
    return answer ?? (now.mode == .strict ? DummyAnswer(ending: .noRoute) : nil)
  }
}
