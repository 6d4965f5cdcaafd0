import Testing

@testable import ViewModels

struct TemplateTextTests {
  @Test(arguments: [
    "{{token}}", "Bearer {{token}}", "Bearer {{to", "{{user}}{{password}}", "Bea", "Bearer ", "",
  ]) func `templates and the word of a scheme are shown in a header`(text: String) {
    #expect(TemplateText.isPublic(text, in: .header))
  }

  @Test(arguments: [
    "Bearer abc", "abc{{token}}", "{{token}}abc", "Bearer abc{{x}}", "hush", "Bearer x {{y",
  ]) func `a literal secret is not shown`(text: String) {
    #expect(!TemplateText.isPublic(text, in: .header))
  }

  @Test func `a password that begins like a scheme is not shown`() {
    #expect(!TemplateText.isPublic("bea", in: .value))
    #expect(!TemplateText.isPublic("bearer", in: .value))
    #expect(TemplateText.isPublic("{{password}}", in: .value))
  }
}
