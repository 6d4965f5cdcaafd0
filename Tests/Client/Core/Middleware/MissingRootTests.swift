import ClientModel
import Testing

@testable import ClientCore

/// Responses that hold nothing where their gateway's data should be.
struct MissingRootTests {
  /// The state of a job after this response, and its last attempt.
  private static func end(
    _ rule: OutcomeRule, _ processors: [any Processor] = [RootPath("/data")], response: String
  ) async throws -> (failure: Failure?, result: AttemptResult?) {
    let bench = Bench(middleware: Middleware(parsers: .json, onResponse: processors)) { _ in
      .json(response)
    }
    try await bench.client.start(as: .runner)
    var request = PreparedRequest.fixture()
    request.gateway = GatewayUse(name: "api", middleware: .byName)
    request.gateway?.outcome = rule
    let ids = try await bench.client.submit([.fixture(request)])
    let state = try await bench.client.wait(for: ids).first?.state
    let failure: Failure? = if case .failed(let failure) = state { failure } else { nil }
    return (failure, try await bench.client.attempts(of: ids[0]).last?.result)
  }

  private static let rule = OutcomeRule(
    success: [OutcomeClause(values: [ValueTest("/status", .oneOf(["0"]))])],
    code: ["/error/code"], reason: ["/error/message"])

  @Test func `a service that says no is heard, though its response has no root`() async throws {
    let body = #"{"status":9,"error":{"code":"E42","message":"no such lamp"}}"#
    let (failure, result) = try await Self.end(Self.rule, response: body)
    #expect(failure?.kind == .serviceFailure)
    #expect(failure?.why == "E42: no such lamp")
    #expect(result?.body == .inline(Array(body.utf8)))
    #expect(result?.processing?.root == "")
    #expect(result?.processing?.stages.map(\.end) == [.passed, .refused])
  }

  @Test func `a missing root is reported where the service says yes`() async throws {
    let (failure, _) = try await Self.end(Self.rule, response: #"{"status":0}"#)
    #expect(failure?.kind == .malformedResponse)
    #expect(failure?.why.contains("/data") == true)
  }

  @Test func `the rule judges what the stages before the root made of a response`() async throws {
    let unwrap = ClosureProcessor("unwrap") { response in
      var response = response
      response.body = Body(
        Array(#"{"status":9,"error":{"code":"E7"}}"#.utf8), mediaType: "application/json")
      return response
    }
    let (failure, _) = try await Self.end(
      Self.rule, [unwrap, RootPath("/data")], response: #"{"status":0}"#)
    #expect(failure?.why == "Its code is E7.")
  }

  @Test func `a program that refuses is heard before the rule`() async throws {
    let (failure, _) = try await Self.end(
      Self.rule, [ClosureProcessor("no") { _ in throw Failure.fixture(.program) }],
      response: #"{"status":9}"#)
    #expect(failure?.kind == .program)
  }
}
