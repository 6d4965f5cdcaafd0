import ClientModel
import Testing

@testable import ClientCatalogs

struct FormReadingTests {
  private func read(_ draft: Draft, _ form: EndpointForm) -> EndpointForm {
    EndpointForm(reading: draft, form.endpoint, in: form.catalog)
  }

  @Test(arguments: 0..<500)
  func `a form comes back from its draft and sends the same request`(seed: Int) {
    var random = RandomForms(seed: seed)
    var form = random.empty()
    random.fill(&form)
    let draft = form.draft()
    let second = read(draft, form)
    #expect(second.draft() == draft, "seed \(seed)")
    // Without the draft's own spelling, which the form remembers: the fields hold all of it.
    let normal = second.normalDraft()
    #expect(Wire(normal) == Wire(draft), "seed \(seed)")
    let third = read(normal, form)
    #expect(third.draft() == normal, "seed \(seed)")
    #expect(Wire(third.normalDraft()) == Wire(draft), "seed \(seed)")
  }

  @Test(arguments: 0..<1000)
  func `whatever a draft says comes back, in fields or beside them`(seed: Int) {
    var random = RandomForms(seed: seed)
    let form = random.empty()
    let draft = random.draft(like: form)
    let read = read(draft, form)
    #expect(read.draft() == draft, "seed \(seed)")
    let normal = read.normalDraft()
    if let wire = Wire(draft) { #expect(Wire(normal)?.decoded == wire.decoded, "seed \(seed)") }
    #expect(self.read(normal, form).draft() == normal, "seed \(seed)")
  }
}
