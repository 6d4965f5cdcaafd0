import ClientModel
import ClientWorkspace
import Testing

@testable import weir

struct ImportSavingTests {
  @Test func `the remark about a secret names its place and its template`() {
    let draft = Draft(
      url: "https://a.example/", authorization: .basic(user: "ada", password: "hush"))
    #expect(
      draft.withSecretTemplates().secrets.map(\.remark) == [
        "The password was not saved, because others can read the file. The file has {{password}} instead."
      ])
  }
}
