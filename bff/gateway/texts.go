package gateway

import (
	"encoding/json"
	"maps"
	"path"
	"strings"

	"tablefront/contracts"
)

// builtinTexts returns the shop's own texts of a language, from the source text to the translated one; nil if there are none.
// "de-AT" has those of "de".
func builtinTexts(lang string) map[string]json.RawMessage {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	file, err := contracts.Translations.ReadFile(path.Join("translations", primary+".json"))
	if err != nil {
		return nil
	}
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(file, &texts); err != nil {
		return nil
	}
	return texts
}

// withBuiltinTexts adds the shop's own text for each source text that a backend's response (an object) lacks or has empty.
func withBuiltinTexts(response []byte, lang string) []byte {
	texts := builtinTexts(lang)
	var own map[string]json.RawMessage
	if texts == nil || json.Unmarshal(response, &own) != nil {
		return response
	}
	maps.DeleteFunc(own, func(_ string, text json.RawMessage) bool { return string(text) == `""` || string(text) == "null" })
	maps.Copy(texts, own)
	merged, err := json.Marshal(texts)
	if err != nil {
		return response
	}
	return merged
}
