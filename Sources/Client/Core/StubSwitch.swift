public import ClientModel
import ClientPipeline
import Synchronization

/// Decides which requests get a stub response. Changes take effect at the next attempt.
public final class StubSwitch: Sendable {
  private struct State {
    var mode: StubMode
    var routes: StubRoutes
    var programs: any ProgramRunner
  }

  /// Creates the response for a request to a route. The function has no time limit and is cancelled
  /// together with the attempt.
  public typealias Function = @Sendable (StubRequest) async throws(Failure) -> GeneratedResponse

  private let state: Mutex<State>
  private let functions: [String: Function]

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - routes: The routes in the order in which they are tested. The `base` of a route is a full
  ///     URL, or nil for any URL.
  ///   - functions: The functions, by the names in `StubSource.function`.
  ///   - programs: Runs the programs of routes.
  public init(
    _ mode: StubMode = .off, routes: [StubRoute] = [], functions: [String: Function] = [:],
    programs: any ProgramRunner = SystemPrograms()
  ) {
    self.functions = functions
    state = Mutex(State(mode: mode, routes: StubRoutes(routes), programs: programs))
  }

  /// The mode, which selects the requests that get a stub response.
  public var mode: StubMode { state.withLock { $0.mode } }

  /// Sets the mode for the next attempts.
  public func turn(_ mode: StubMode) { state.withLock { $0.mode = mode } }

  /// Replaces the routes for the next attempts.
  public func use(_ routes: [StubRoute]) { state.withLock { $0.routes = StubRoutes(routes) } }

  /// Replaces the runner of the routes' programs for the next attempts.
  public func use(_ programs: any ProgramRunner) { state.withLock { $0.programs = programs } }

  /// Returns the stub response. Returns nil if the request must be sent to the network.
  public func response(to request: WireRequest) -> StubResponse? {
    let now = state.withLock { $0 }
    if now.mode == .off { return nil }
    let body: [UInt8] = if case .bytes(let bytes) = request.body { bytes } else { [] }
    let response = now.routes.response(
      to: StubRoutes.Question(
        method: request.method.rawValue, url: request.url, headers: request.headers, body: body))
    return response ?? (now.mode == .strict ? StubResponse(ending: .noRoute) : nil)
  }

  /// Returns the response that a function or program creates for a request.
  ///
  /// - Throws: The failure of the function or program, or the reason why the program was not run.
  public func response(
    madeBy source: StubSource, for request: StubRequest
  ) async throws(Failure) -> GeneratedResponse {
    switch source {
    case .program(let rule):
      let programs = state.withLock { $0.programs }
      return try await ExternalCommand(rule, at: .response, programs: programs)
        .respond(to: request)
    case .function(let name):
      guard let function = functions[name] else {
        throw Failure(
          .program, what: "The stub of \(request.method) \(request.url) has no response.",
          why: "The program has no function \(name).", whatToDo: "Pass it to StubSwitch.")
      }
      return try await function(request)
    }
  }
}
