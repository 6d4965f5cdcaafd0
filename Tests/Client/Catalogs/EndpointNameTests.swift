import ClientModel
import Testing

@Suite struct EndpointNameTests {
  @Test func `an endpoint's name is read back from its text, spaces and marks in it too`() {
    let name = EndpointName(catalog: "shop", endpoint: "GET /books#new")
    #expect(EndpointName(name.text) == name)
    #expect(EndpointName("shop") == nil)
    #expect(EndpointName("#x") == nil)
  }
}
