/// The themes that come with Weir, as YAML text.
public enum BundledThemes {}
