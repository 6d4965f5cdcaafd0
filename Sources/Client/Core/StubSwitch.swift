public import ClientModel
import ClientPipeline
import Synchronization

/// Chooses the requests that get a stub response; a change is effective at the next attempt.
public final class StubSwitch: Sendable {
  private struct State {
    var mode: StubMode
    var routes: StubRoutes
  }

  private let state: Mutex<State>

  /// - Parameter routes: Tried in order. A route's `base` is a full URL, or nil for any.
  public init(_ mode: StubMode = .off, routes: [StubRoute] = []) {
    state = Mutex(State(mode: mode, routes: StubRoutes(routes)))
  }

  /// Which requests get a stub response.
  public var mode: StubMode { state.withLock { $0.mode } }

  /// Sets which requests get a stub response, from the next attempt on.
  public func turn(_ mode: StubMode) { state.withLock { $0.mode = mode } }

  /// Replaces the routes, from the next attempt on.
  public func use(_ routes: [StubRoute]) { state.withLock { $0.routes = StubRoutes(routes) } }

  /// The stub response; nil when the request goes to the network.
  public func response(to request: WireRequest) -> StubResponse? {
    let now = state.withLock { $0 }
    if now.mode == .off { return nil }
    let body: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
    let response = now.routes.response(
      to: StubRoutes.Question(
        method: request.method.rawValue, url: request.url, headers: request.headers, body: body))
    return response ?? (now.mode == .strict ? StubResponse(ending: .noRoute) : nil)
  }
}
