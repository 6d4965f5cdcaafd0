import ClientModel
import Testing

@testable import ViewModels

@Suite struct SavingTests {
  @Test func `a name that was refused is offered again`() {
    var saving = RequestSaving()
    let composer = ComposerModel()
    #expect(saving.save(composer) == .ask(Prompt(SaveRequestPrompt())))
    _ = saving.save(
      composer, as: "users", at: WorkspaceStatus(isScratch: false), among: [], catalogs: [])
    #expect(
      saving.save(composer) == .requests(.save(composer.draft, name: "users", .refused)))
    saving.fail()
    #expect(saving.save(composer) == .ask(Prompt(SaveRequestPrompt(), text: "users")))
  }

  @Test func `a workspace is offered in scratch until the user stays there`() {
    var saving = RequestSaving()
    let composer = ComposerModel()
    let scratch = WorkspaceStatus(folder: "/project")
    let saved: [Effect] = [.requests(.save(composer.draft, name: "a", .refused))]
    let asked = saving.save(composer, as: "a", at: scratch, among: [], catalogs: ["shop"])
    guard case .confirm(let offer)? = asked.first else {
      return #expect(Bool(false), "no workspace was offered")
    }
    #expect(
      offer.answers.map(\.effects) == [
        [.saveInScratch], [.workspace(.make(catalogs: ["shop"]))], [],
      ])
    let real = WorkspaceStatus(isScratch: false, folder: "/project")
    #expect(saving.save(composer, as: "a", at: real, among: [], catalogs: []) == saved)
    #expect(saving.saveInScratch(composer) == saved)
    #expect(saving.save(composer, as: "a", at: scratch, among: [], catalogs: []) == saved)
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
