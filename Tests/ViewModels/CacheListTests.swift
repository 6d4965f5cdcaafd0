import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The place of cached responses.
struct CacheListTests {
  private let response = CachedResponse(
    id: 4, url: "https://a.example/x", age: "12 s old", left: "fresh for 48 s", size: "1.4 kB",
    validator: "\"v1\"", job: JobID(7))

  private func opened(_ responses: [CachedResponse]) -> AppModel {
    var model = AppModel()
    #expect(model.perform(.feature(.cache)) == [.cache(.list)])
    _ = model.receive(.cache(.list(responses)))
    return model
  }

  private func rows(_ model: AppModel) -> [ListRow] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  @Test func `an entry shows method, address, age, lifetime left, size and validator`() {
    let rows = rows(opened([response]))
    #expect(rows.map(\.title) == ["GET https://a.example/x"])
    #expect(rows.map(\.detail) == ["12 s old · fresh for 48 s · 1.4 kB · \"v1\""])
  }

  @Test func `an empty cache says how to fill it`() {
    let model = opened([])
    guard case .list(let list) = model.overlays.last else {
      Issue.record("No list is open.")
      return
    }
    #expect(model.overlays.emptyText(of: list).contains("fresh"))
  }

  @Test func `choosing an entry opens the exchange that brought it`() {
    var model = opened([response])
    _ = model.perform(.list(.choose))
    #expect(model.overlays.isEmpty)
    #expect(model.focus == .response)
    var deleted = response
    deleted.job = nil
    model = opened([deleted])
    _ = model.perform(.list(.choose))
    #expect(!model.overlays.isEmpty)
    #expect(model.notice?.line.contains("not stored") ?? false)
  }

  @Test func `R32 entries are refreshed and deleted at once, all of them after a question`() {
    var model = opened([response, CachedResponse(id: 5, url: "https://a.example/y")])
    #expect(model.perform(.list(.refresh)) == [.cache(.refresh(response))])
    #expect(model.perform(.list(.delete)) == [.cache(.delete(response))])
    #expect(model.perform(.list(.clear)) == [])
    #expect(model.perform(.dialog(.accept)) == [])
    _ = model.perform(.list(.clear))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.cache(.clear)])
    #expect(model.perform(.list(.rename)) == [])
  }

  @Test func `the ages are read anew each second while they are on the screen`() {
    var model = opened([response])
    #expect(model.needsAnimation)
    func turn(_ milliseconds: Int64) -> [Effect] {
      model.receive(.spinnerStepped(step: 0, now: Timestamp(milliseconds: milliseconds)))
    }
    #expect(turn(5_000) == [.cache(.list)])
    #expect(turn(5_900) == [])
    #expect(turn(6_000) == [.cache(.list)])
    _ = model.perform(.list(.close))
    #expect(turn(7_000) == [] && !model.needsAnimation)
  }

  @Test func `the list is read anew when a job ends while it is open`() {
    var model = opened([response])
    let job = Job.fixture(1, .succeeded)
    #expect(model.receive(.queue(.changed([job]))).contains(.cache(.list)))
    #expect(
      !model.receive(.queue(.changed([.fixture(1, .running(attempt: 1))])))
        .contains(.cache(.list)))
    _ = model.perform(.list(.close))
    #expect(!model.receive(.queue(.changed([job]))).contains(.cache(.list)))
  }

  @Test func `the options tab sets the cache and leaves its other options`() {
    var draft = Draft()
    #expect(draft.text(OptionField.cache) == "off")
    #expect(draft.set(.cache, to: "fresh") == nil)
    #expect(draft.options.cache == CacheRule(mode: .fresh))
    draft.options.cache?.storeFor = .seconds(9)
    #expect(draft.set(.cache, to: "off") == nil)
    #expect(draft.options.cache == CacheRule(mode: .off, storeFor: .seconds(9)))
    #expect(draft.set(.storeFor, to: "") == nil)
    #expect(draft.options.cache == nil)
  }
}
