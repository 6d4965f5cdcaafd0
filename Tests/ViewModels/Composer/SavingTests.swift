import ClientModel
import Testing

@testable import ViewModels

@Suite struct SavingTests {
  @Test func `a name that was refused is offered again`() {
    var saving = RequestSaving()
    let composer = ComposerModel()
    #expect(saving.save(composer) == .ask(.saveRequest, text: ""))
    saving.take("users")
    #expect(
      saving.save(composer) == .requests(.save(composer.draft, name: "users", .refused)))
    saving.fail()
    #expect(saving.save(composer) == .ask(.saveRequest, text: "users"))
  }

  @Test func `what waits for the request goes on once, and not after the user went back`() {
    var saving = RequestSaving()
    saving.begin(then: .quit)
    #expect(saving.succeed() == .quit)
    #expect(saving.succeed() == nil)
    saving.begin(then: .quit)
    saving.cancel()
    #expect(saving.succeed() == nil)
  }

  @Test func `a workspace is offered in scratch until the user stays there`() {
    var saving = RequestSaving()
    let scratch = WorkplaceFacts(folder: "/project")
    #expect(saving.offersWorkspace(at: scratch))
    #expect(!saving.offersWorkspace(at: WorkplaceFacts(isScratch: false, folder: "/project")))
    saving.stayInScratch()
    #expect(!saving.offersWorkspace(at: scratch))
  }

  @Test func `one draft is stored at a time`() {
    var drafts = DraftKeeping()
    var composer = ComposerModel()
    #expect(drafts.keep(composer).isEmpty)
    composer.replace("http://a.example", in: .url)
    #expect(drafts.keep(composer) == [.keepDraft(composer.draft)])
    composer.replace("http://b.example", in: .url)
    #expect(drafts.keep(composer).isEmpty)
    drafts.end()
    #expect(drafts.keep(composer) == [.keepDraft(composer.draft)])
  }

  @Test func `an endpoint without a form is announced once until its form is found`() throws {
    var announcements = Announcements()
    let name = try #require(EndpointName("shop#listBooks"))
    #expect(announcements.missing(name, "Why.") != nil)
    #expect(announcements.missing(name, "Why.") == nil)
    announcements.found()
    #expect(announcements.missing(name, "Why.") != nil)
  }
}
