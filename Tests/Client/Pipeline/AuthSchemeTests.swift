import ClientModel
import Testing

/// The table of schemes, on which files, options, forms, curl lines and the store rely.
struct AuthSchemeTests {
  @Test func `no two schemes have one name or one number in the store`() {
    #expect(Set(AuthScheme.all.map(\.name)).count == AuthScheme.all.count)
    #expect(Set(AuthScheme.all).count == AuthScheme.all.count)
  }

  @Test(arguments: AuthScheme.all)
  func `a scheme is found by its name, and its secret is what stands last`(scheme: AuthScheme) {
    #expect(AuthScheme(named: scheme.name) == scheme)
    #expect(AuthScheme(named: scheme.name.uppercased()) == nil)
    #expect(scheme.fields.last?.secrecy == .secret)
    #expect(Set(scheme.fields.map(\.name)).count == scheme.fields.count)
  }

  @Test func `one line has the fields that are needed, and a secret last`() {
    #expect(
      AuthScheme.awsSignature.form(separator: ":")
        == "aws-sigv4:KEY-ID:REGION:SERVICE:env:SECRET_KEY")
    #expect(AuthScheme.basic.form(separator: " ") == "basic USER env:PASS")
  }

  @Test func `mapped values stay in their fields`() {
    let typed = DraftAuthorization.basic(user: "ann", password: "env:PASS")
    let counts = typed.map { field, text in "\(field.name) \(text.utf8.count)" }
    #expect(counts == .basic(user: "user 3", password: "password 8"))
    #expect(counts["password"] == "password 8" && counts["token"] == nil)
  }

  @Test func `a user who stands alone is a secret, as a key is`() {
    let pair = DraftAuthorization.basic(user: "ann", password: "hush")
    #expect(pair.secretFields.map(\.value) == ["hush"])
    #expect(
      DraftAuthorization.digest(user: "key", password: "").secretFields.map(\.value) == ["key"])
    #expect(DraftAuthorization.bearer("t").secretFields.map(\.value) == ["t"])
  }
}
