/// The themes that are included in Weir, as YAML text.
package enum BundledThemes {
  /// File name and text, in the order of the theme list.
  package static let texts: [(file: String, text: String)] = [
    ("dark.yaml", text(PackageResources.dark_yaml)),
    ("light.yaml", text(PackageResources.light_yaml)),
    ("harbour.yaml", text(PackageResources.harbour_yaml)),
    ("parchment.yaml", text(PackageResources.parchment_yaml)),
    ("ember.yaml", text(PackageResources.ember_yaml)),
    ("moss.yaml", text(PackageResources.moss_yaml)),
    ("dusk.yaml", text(PackageResources.dusk_yaml)),
    ("contrast.yaml", text(PackageResources.contrast_yaml)),
    ("monochrome.yaml", text(PackageResources.monochrome_yaml)),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
