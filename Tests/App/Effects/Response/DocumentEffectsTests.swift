import ClientCore
import ClientModel
import Foundation
import TestSupport
import Testing
import ViewModels

@testable import weir

/// What the session asks about a response and its body.
struct DocumentEffectsTests {
  private let scripted: ScriptedClient
  private let folder: TemporaryFolder

  init() async throws {
    scripted = try await ScriptedClient()
    folder = try TemporaryFolder()
  }

  private func events(_ effect: ResponseEffect) async -> [AppEvent] {
    await DocumentEffects(scripted.client) { _ in }.carryOut(effect)
  }

  @Test func `a job comes with its request and its attempts`() async throws {
    let job = try await scripted.run()
    guard case .response(.exchange(let found, _, let attempts)) = await events(.load(job)).first
    else { return #expect(Bool(false), "no exchange was reported") }
    #expect(found.id == job && attempts.count == 1)
  }

  @Test func `a job that is gone is reported`() async {
    guard case .notice(let notice) = await events(.load(JobID(99))).first else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(notice.what == "Job 99 cannot be shown.")
  }

  @Test func `a body is saved, and what is there is not written over`() async throws {
    let path = folder.path("a.json")
    let body = StoredBody.inline(Array("{}".utf8))
    guard case .notice(let notice) = await events(.save(body, to: path)).first else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(notice.kind == .info)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}")
    let again = StoredBody.inline(Array("[]".utf8))
    guard case .effects(let effects) = await events(.save(again, to: path)).first,
      case .ask(let prompt)? = effects.last
    else {
      return #expect(Bool(false), "the name was not reported")
    }
    #expect(prompt.buffer.text == folder.path("a-1.json"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}")
  }

  @Test func `a place that cannot be written is reported`() async {
    let body = StoredBody.inline(Array("{}".utf8))
    guard case .notice(let notice) = await events(.save(body, to: "/nowhere/a.json")).first else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(notice.kind != .info)
  }
}
